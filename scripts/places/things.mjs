// What stands in streets and parks, in metres.

import * as THREE from "three";
import { all, box, circle, mesh, ring, rod, row, tube } from "../products/forms.mjs";
import { tone } from "../products/stuff.mjs";
import { ground, slab } from "./street.mjs";
import { boards, clear, iron, lamp, metal, paint, pane, words } from "./stuff.mjs";

const round = (r, h, material, top = r) => mesh(new THREE.CylinderGeometry(top, r, h, 24).translate(0, h / 2, 0), material);

export const chair = (colour = "#7a5236") => all(
  [[-0.2, -0.2], [0.2, -0.2], [-0.2, 0.2], [0.2, 0.2]].map(([x, z]) => rod([x, 0, z], [x * 0.9, 0.45, z * 0.9], 0.018, paint(colour))),
  round(0.23, 0.04, paint(colour)).at(0, 0.45, 0),
  tube([[-0.2, 0.46, -0.2], [-0.19, 0.85, -0.26], [0, 0.92, -0.28], [0.19, 0.85, -0.26], [0.2, 0.46, -0.2]], 0.018, paint(colour)),
  slab(0.3, 0.14, 0.02, paint(colour)).at(0, 0.7, -0.25));

export const table = (top = "#e9e2d4", on = true) => all(
  round(0.24, 0.03, iron()), rod([0, 0, 0], [0, 0.72, 0], 0.03, iron()), round(0.38, 0.04, paint(top, 0.4)).at(0, 0.72, 0),
  on && [round(0.05, 0.09, paint("#fff", 0.3)).at(-0.1, 0.76, 0.1), round(0.04, 0.16, paint("#4f7a4a", 0.3)).at(0.1, 0.76, -0.06), round(0.05, 0.1, paint("#fff", 0.3)).at(0.16, 0.76, 0.12)]);

export const seats = (colour, top) => all(table(top), chair(colour).turn(0, 90).at(-0.65, 0, 0), chair(colour).turn(0, -80).at(0.65, 0, 0.05));

export const parasol = (colour = "#e9dfc8", r = 1.5) => all(rod([0, 0, 0], [0, 2.6, 0], 0.03, paint("#8a6a48")),
  mesh(new THREE.ConeGeometry(r, 0.6, 8, 1, true).translate(0, 2.45, 0), Object.assign(paint(colour, 0.9), { side: THREE.DoubleSide, flatShading: true })), round(0.3, 0.1, iron()));

export const bench = (colour = "#8a6238") => all(
  [-0.75, 0.75].map((x) => all(slab(0.06, 0.44, 0.06, iron()).at(0, 0, 0.2), slab(0.06, 0.86, 0.06, iron()).at(0, 0, -0.22), slab(0.06, 0.05, 0.46, iron()).at(0, 0.42, 0)).at(x, 0, 0)),
  [-0.14, 0, 0.14].map((z) => slab(1.8, 0.04, 0.11, boards(colour)).at(0, 0.45, z)),
  [0.58, 0.74].map((y) => slab(1.8, 0.11, 0.04, boards(colour)).at(0, y, -0.24)));

export const lantern = (lit, tall = 4) => all(round(0.14, 0.4, iron()), rod([0, 0, 0], [0, tall, 0], 0.05, iron(), 0.035),
  round(0.1, 0.4, lamp("#ffe3b0", lit ? 3.5 : 0.35), 0.18).at(0, tall, 0), mesh(new THREE.ConeGeometry(0.26, 0.22, 12), iron()).at(0, tall + 0.5, 0));

export function bicycle(colour = "#2f7d6d") {
  const [frame, dark] = [paint(colour, 0.35), iron()];
  const wheel = (x) => all(ring(0.33, 0.022, dark), circle(10, 0, () => all(rod([0, 0, 0], [0, 0.33, 0], 0.004, metal()))).turn(90, 0, 0)).at(x, 0.35, 0);
  return all(wheel(-0.52), wheel(0.52),
    rod([-0.52, 0.35, 0], [-0.12, 0.32, 0], 0.018, frame), rod([-0.12, 0.32, 0], [-0.25, 0.85, 0], 0.02, frame), rod([-0.52, 0.35, 0], [-0.23, 0.76, 0], 0.014, frame),
    rod([-0.12, 0.32, 0], [0.36, 0.75, 0], 0.022, frame), rod([-0.23, 0.76, 0], [0.36, 0.8, 0], 0.02, frame), rod([0.52, 0.35, 0], [0.34, 0.95, 0], 0.018, frame),
    slab(0.24, 0.05, 0.14, paint("#3a2a20")).at(-0.27, 0.86, 0), rod([0.32, 0.97, -0.24], [0.32, 0.97, 0.24], 0.014, dark), slab(0.26, 0.2, 0.26, paint("#a47a48")).at(0.52, 0.72, 0));
}

// A crate on legs, full of round things.
export const crate = (colour, any, { wide = 0.8, r = 0.07 } = {}) => all(
  slab(wide, 0.24, 0.55, boards("#b18a58")).turn(14, 0, 0).at(0, 0.62, 0), [-0.4, 0.4].map((x) => slab(0.05, 0.66, 0.5, boards("#8d6a42")).at(x * wide, 0, 0)),
  Array.from({ length: 42 }, () => mesh(new THREE.SphereGeometry(r * (0.85 + any() * 0.3), 12, 8), paint(tone(colour, (any() - 0.5) * 0.2), 0.4))
    .at((any() - 0.5) * wide * 0.86, 0.87 + any() * 0.06, (any() - 0.5) * 0.46)));

export const board = (text, ground = "#2a2f2e") => all([-1, 1].map((side) =>
  all(slab(0.62, 1, 0.03, boards("#8d6a42")), words(text, { wide: 0.54, tall: 0.9, ground, font: "Lora", ink: "#f4ead6" }).at(0, 0.52, 0.02)).turn(side * -10, side < 0 ? 180 : 0, 0).at(0, 0, side * 0.16)));

// A car, seen from the side.
export function car(colour) {
  const [body, dark] = [paint(colour, 0.22), paint("#17191c", 0.5)];
  Object.assign(body, { metalness: 0.35, envMapIntensity: 1.4 });
  const side = (points, material, wide) => {
    const shape = new THREE.Shape();
    shape.splineThru(points.map(([x, y]) => new THREE.Vector2(x, y)));
    return mesh(new THREE.ExtrudeGeometry(shape, { depth: wide, bevelEnabled: true, bevelSize: 0.06, bevelThickness: 0.08, bevelSegments: 3 }).translate(0, 0, -wide / 2), material);
  };
  return all(
    side([[-2, 0.35], [-2.05, 0.75], [-1.75, 0.9], [-0.4, 0.95], [1.1, 0.95], [1.95, 0.82], [2.05, 0.5], [1.95, 0.33], [0, 0.3]], body, 1.45),
    side([[-1.75, 0.9], [-1.25, 1.36], [-0.2, 1.44], [0.45, 1.34], [1.15, 0.94], [-0.2, 0.9]], pane("#1b252c"), 1.2),
    side([[-1.2, 1.34], [-0.2, 1.46], [0.4, 1.37], [-0.2, 1.38]], body, 1.22),
    [-1.25, 1.25].map((x) => all(round(0.33, 1.74, dark), round(0.19, 1.78, metal("#b9bdc2"))).turn(90, 0, 0).at(x, 0.33, -0.87)));
}

// A tram or bus of `long` metres along x, with its number ahead.
export function tram(long, colour, line, { rails = true, lit = 0, tall = 3.1 } = {}) {
  const glass = lit ? lamp("#ffdfae", 0.55) : pane("#1c2830");
  const count = Math.floor(long / 1.7);
  return all(
    box(long, tall - 0.45, 2.4, paint("#eef0ee", 0.3), 0.3).at(0, 0.45, 0), box(long * 0.99, 0.95, 2.44, paint(colour, 0.3), 0.2).at(0, 0.45, 0), slab(long, 0.16, 2.46, paint(tone(colour, -0.3))).at(0, 1.4, 0),
    row(count, long / count, (i) => slab(long / count - 0.18, i % 3 === 1 ? 2.2 : 1.15, 2.48, glass).at(0, i % 3 === 1 ? 0.6 : 1.62, 0)),
    [-1, 1].map((end) => all(slab(0.06, 1.2, 1.9, glass).at(end * (long / 2), 1.65, 0), mesh(new THREE.SphereGeometry(0.11, 12, 8), lamp("#fff4d8", 1.6)).at(end * (long / 2), 0.95, 0.8))),
    words(line, { wide: 1.3, tall: 0.42, ground: "#16181a", ink: "#ffc23d" }).at(long / 2 - 1.4, 2.85, 1.26),
    rails ? [slab(long * 0.5, 0.2, 1.6, metal("#6b7075")).at(0, tall, 0), tube([[-0.5, tall + 0.2, 0], [0.3, tall + 0.9, 0], [-0.3, tall + 1.5, 0]], 0.03, iron()), slab(80, 0.03, 0.03, iron()).at(0, tall + 1.5, 0), slab(long * 0.8, 0.4, 1.8, paint("#222")).at(0, 0.08, 0)]
      : [-0.32, 0.3].map((x) => round(0.48, 2.5, paint("#191a1c")).turn(90, 0, 0).at(x * long, 0.48, -1.25)));
}

export const rails = () => [-0.72, 0.72].map((z) => slab(90, 0.03, 0.08, metal("#8b8f93")).at(0, 0, z));

export const shelter = (name) => all([-1.6, 1.6].map((x) => slab(0.08, 2.4, 0.08, iron()).at(x, 0, -0.5)), slab(3.8, 0.1, 1.5, paint("#2d3a40")).at(0, 2.4, 0),
  mesh(new THREE.PlaneGeometry(3.2, 1.9), clear()).at(0, 1.3, -0.5), bench("#8f8a80").at(0, 0, -0.15), words(name, { wide: 2.6, tall: 0.3, ground: "#1b5f8a" }).at(0, 2.46, 0.76));

// A boat with a mast, pointed along x.
export const boat = (colour, sail = 0) => {
  const hull = new THREE.Shape().moveTo(-2.6, 0.9).lineTo(-2.3, 0).quadraticCurveTo(1.6, -0.2, 3.2, 1.1).lineTo(-2.6, 0.9);
  return all(mesh(new THREE.ExtrudeGeometry(hull, { depth: 1, bevelEnabled: true, bevelSize: 0.3, bevelThickness: 0.45, bevelSegments: 5 }).translate(0, 0, -0.5), paint(colour, 0.25)),
    box(2.2, 0.65, 1.2, paint("#f3f1ea", 0.3), 0.2).at(-0.4, 1.05, 0), slab(1.5, 0.22, 1.24, pane()).at(-0.4, 1.3, 0), rod([0.7, 1, 0], [0.7, 8.2, 0], 0.06, metal("#d8dadb"), 0.04),
    rod([0.7, 2, 0], [-2.3, 2.1, 0], 0.05, metal("#d8dadb")), mesh(new THREE.CapsuleGeometry(0.16, 2.6, 4, 10).rotateZ(Math.PI / 2), paint(sail || "#2f4f73")).at(-0.8, 2.2, 0),
    rod([0.7, 8, 0], [3.1, 1.2, 0], 0.012, iron()), rod([0.7, 8, 0], [-2.5, 1.2, 0], 0.012, iron()));
};

export const column = (tall, r, material) => all(round(r * 1.3, 0.25, material), round(r, tall - 0.5, material, r * 0.86).at(0, 0.25, 0), slab(r * 2.6, 0.25, r * 2.6, material).at(0, tall - 0.25, 0));

export const stairs = (wide, count, material, deep = 0.4, rise = 0.17) => Array.from({ length: count }, (_, i) => slab(wide + (count - i) * 0.3, rise, deep * (count - i), material).at(0, i * rise, (deep * (count - i)) / 2));

export { ground, round, slab };

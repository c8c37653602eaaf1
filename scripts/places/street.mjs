// Houses with what stands before them. A house stands at z 0 and below, looks along +z; its middle is x 0.

import * as THREE from "three";
import { all, box, mesh, rod, row } from "../products/forms.mjs";
import { chance, tone } from "../products/stuff.mjs";
import { asphalt, clear, lamp, paint, pane, paving, plaster, slates, words } from "./stuff.mjs";

export const slab = (w, h, d, material) => mesh(new THREE.BoxGeometry(w, h, d).translate(0, h / 2, 0), material);
export const ground = (w, d, material) => mesh(new THREE.PlaneGeometry(w, d).rotateX(-Math.PI / 2), material);

// A wall with holes, each [middle, from below, width, height, arched]; 0.4 m thick, its face at z 0.
function wall(w, h, holes, material) {
  const shape = new THREE.Shape([[-w / 2, 0], [w / 2, 0], [w / 2, h], [-w / 2, h]].map(([x, y]) => new THREE.Vector2(x, y)));
  for (const [x, y, wide, tall, arched] of holes) {
    const path = new THREE.Path().moveTo(x - wide / 2, y).lineTo(x + wide / 2, y);
    const straight = y + tall - (arched ? wide / 2 : 0);
    path.lineTo(x + wide / 2, straight);
    if (arched) path.absarc(x, straight, wide / 2, 0, Math.PI);
    path.lineTo(x - wide / 2, straight).lineTo(x - wide / 2, y);
    shape.holes.push(path);
  }
  const made = new THREE.ExtrudeGeometry(shape, { depth: 0.4, bevelEnabled: false, curveSegments: 16 });
  return mesh(made.translate(0, 0, -0.4), material);
}

// What one sees in a window: a room, dim by day and lit in the evening, behind panes that mirror the sky.
function room(wide, tall, lit, any, { frame = "#f2f0ea", bars = 1, deep = 1.1, warm = "#ffcf8f" } = {}) {
  const on = lit && any() < 0.75;
  const light = on ? lamp(warm, 0.75 + any() * 0.5) : paint(tone("#4a4640", (any() - 0.5) * 0.3));
  const bar = paint(frame);
  const drape = any() < 0.6 && paint(tone("#d9d2c4", (any() - 0.5) * 0.2));
  return all(
    mesh(new THREE.PlaneGeometry(wide + 0.3, tall + 0.3), light).at(0, tall / 2, -deep),
    drape && [-1, 1].map((side) => slab(wide * 0.2, tall, 0.04, drape).at(side * wide * 0.4, 0, -0.5)),
    mesh(new THREE.PlaneGeometry(wide, tall), clear()).at(0, tall / 2, -0.24),
    [-1, 1].map((side) => slab(0.07, tall, 0.08, bar).at(side * (wide / 2 - 0.035), 0, -0.22)),
    [0, tall - 0.07].map((y) => slab(wide, 0.07, 0.08, bar).at(0, y, -0.22)),
    bars > 0 && row(bars, wide / (bars + 1), () => slab(0.05, tall, 0.07, bar).at(0, 0, -0.22)),
    bars > 0 && tall > 1.3 && slab(wide, 0.05, 0.07, bar).at(0, tall * 0.66, -0.22));
}

export const door = (wide, tall, colour, lit = 0, glazed = true) => all(
  slab(wide, tall, 0.09, paint(colour, 0.4)),
  glazed && mesh(new THREE.PlaneGeometry(wide * 0.64, tall * 0.5), lit ? lamp("#ffd49a", 0.8) : pane()).at(0, tall * 0.64, 0.06),
  !glazed && [0.3, 0.72].map((y) => slab(wide * 0.66, tall * 0.32, 0.03, paint(tone(colour, -0.12))).at(0, tall * (y - 0.16), 0.05)),
  rod([wide * 0.38, tall * 0.44, 0.12], [wide * 0.38, tall * 0.54, 0.12], 0.02, paint("#c9a55c", 0.3)));

export function awning(wide, colours, { out = 1.3, drop = 0.75 } = {}) {
  const count = Math.round(wide / 0.42);
  const stripe = wide / count;
  const slope = Math.hypot(out, drop);
  return row(count, stripe, (i) => {
    const cloth = paint(colours[i % colours.length], 0.9);
    cloth.side = THREE.DoubleSide;
    return all(
      mesh(new THREE.PlaneGeometry(stripe, slope).translate(0, -slope / 2, 0), cloth).turn((-Math.atan2(out, drop) * 180) / Math.PI, 0, 0),
      mesh(new THREE.PlaneGeometry(stripe, 0.24).translate(0, -0.12, 0), cloth).at(0, -drop, out));
  });
}

// A window for goods with what is shown in it: `goods(any)` gives things that stand on its sill.
function display(wide, tall, lit, any, { frame, goods, warm }) {
  const back = lit ? lamp(warm ?? "#ffc987", 0.85) : paint("#6b6154");
  return all(
    mesh(new THREE.PlaneGeometry(wide + 1, tall + 0.4), back).at(0, tall / 2, -1.42),
    mesh(new THREE.PlaneGeometry(wide + 1, 1.4).rotateX(-Math.PI / 2), paint("#8a7358")).at(0, 0.02, -0.7),
    row(Math.max(1, Math.round(wide / 1.3)), 1.25, () => all(
      rod([0, tall, -0.8], [0, tall - 0.55, -0.8], 0.01, paint("#222")),
      mesh(new THREE.SphereGeometry(0.14, 16, 12), lamp("#ffdca6", lit ? 2.2 : 1.1)).at(0, tall - 0.6, -0.8))),
    goods && Array.from({ length: Math.round(wide * 2.6) }, (_, i) => all(goods(any, i)).at((i / (wide * 2.6) - 0.48) * wide, 0.04, -0.55 - any() * 0.25)),
    mesh(new THREE.PlaneGeometry(wide, tall), clear()).at(0, tall / 2, -0.14),
    [-1, 1].map((side) => slab(0.1, tall, 0.14, paint(frame)).at(side * (wide / 2), 0, -0.12)),
    [0, tall].map((y) => slab(wide + 0.1, 0.1, 0.16, paint(frame)).at(0, y - 0.05, -0.12)),
    wide > 2 && slab(0.06, tall, 0.1, paint(frame)).at(0, 0, -0.12));
}

// The ground floor of a shop: panelled, with a door and a window on one side or both, a fascia with its name.
function front(w, how, lit, any) {
  const { paintwork = "#24443f", sign, ink = "#f6efe0", font = "Source Serif 4", left = true, doors = how.paintwork, cloth, goods, warm, glows = lit } = how;
  const wood = paint(paintwork, 0.45);
  const doorAt = w * (left ? -0.28 : 0.28);
  const shown = w * 0.5;
  return all(
    slab(w, 0.55, 0.36, wood).at(0, 0, -0.02),
    slab(w, 0.85, 0.46, wood).at(0, 3.05, 0.02),
    slab(w + 0.24, 0.12, 0.66, paint(tone(paintwork, 0.12))).at(0, 3.9, 0.08),
    [-0.5, left ? -0.09 : 0.09, 0.5].map((x) => slab(0.34, 3.1, 0.42, wood).at(x * w, 0, 0)),
    slab(w * 0.3, 3.1, 0.1, paint(tone(paintwork, -0.25))).at(doorAt, 0, -0.3),
    door(1.15, 2.35, doors ?? paintwork, lit).at(doorAt, 0.08, -0.2),
    mesh(new THREE.PlaneGeometry(1.15, 0.5), lit ? lamp("#ffd49a", 0.8) : pane()).at(doorAt, 2.72, -0.2),
    display(shown, 2.4, lit, any, { frame: tone(paintwork, 0.08), goods, warm }).at(w * (left ? 0.2 : -0.2), 0.58, 0.12),
    words(sign, { wide: w * 0.92, tall: 0.72, ink, font, glows: glows && 0.9 }).at(0, 3.47, 0.27),
    row(3, w * 0.3, () => mesh(new THREE.SphereGeometry(0.07, 12, 8), lamp("#ffe0b0", lit ? 3 : 0.6)).at(0, 4.02, 0.5)),
    cloth && awning(w * 0.98, cloth).at(0, 3.02, 0.24));
}

function roofed(kind, w, h, deep, { roof = "#5b6068", trim }) {
  const tiles = slates(roof);
  if (kind === "flat") return all(slab(w + 0.4, 0.28, 0.7, trim).at(0, h - 0.1, 0), slab(w, 0.5, 0.35, trim).at(0, h + 0.15, -0.2));
  if (kind === "mansard") {
    return all(slab(w + 0.5, 0.3, 0.9, trim).at(0, h - 0.1, 0),
      mesh(new THREE.PlaneGeometry(w, 2.6).translate(0, 1.3, 0), tiles).turn(-22, 0, 0).at(0, h + 0.2, 0),
      row(Math.max(2, Math.round(w / 3)), w / Math.max(2, Math.round(w / 3)), () => all(slab(1.1, 1.4, 0.9, trim), slab(1.3, 0.12, 1.1, trim).at(0, 1.4, 0),
        mesh(new THREE.PlaneGeometry(0.75, 1), pane()).at(0, 0.75, 0.46)).at(0, h + 0.35, -0.25)));
  }
  const shape = new THREE.Shape([[-w / 2, 0], [w / 2, 0], [0, w * 0.34]].map(([x, y]) => new THREE.Vector2(x, y)));
  const slope = Math.atan2(w * 0.34, w / 2);
  const long = Math.hypot(w / 2, w * 0.34) + 0.5;
  return all(mesh(new THREE.ExtrudeGeometry(shape, { depth: 0.4, bevelEnabled: false }).translate(0, 0, -0.4), kind === "gable" ? trim : tiles).at(0, h, 0),
    [-1, 1].map((side) => mesh(new THREE.BoxGeometry(long, 0.16, deep).translate(0, 0, -deep / 2 + 0.35), tiles)
      .turn(0, 0, (side * -slope * 180) / Math.PI).at(side * (w / 4 + 0.12), h + w * 0.17 + 0.02, 0)));
}

// A house: `floors` above the ground, `bays` windows in each. `shop` draws its ground floor, else it has `entry`.
export function house(lit, {
  w = 9, floors = 2, tall = 3.1, base = 4, bays = 3, of = plaster("#e6d8bf"), trim = paint("#f1ece0"), windows = [1.1, 1.8], arched = false,
  shop, entry, roof = "flat", tiles, frame, shutters, boxes, bars = 1, seed = 1, deep = 8, sills = true,
}) {
  const any = chance(seed * 53 + 11);
  const h = base + floors * tall;
  const [wide, high] = windows;
  const step = w / bays;
  const places = [];
  for (let f = 0; f < floors; f++) for (let b = 0; b < bays; b++) places.push([(b - (bays - 1) / 2) * step, base + f * tall + (tall - high) * 0.55, wide, high, arched]);
  const below = shop ? [[0, 0, w * 0.98, 3.95]] : (entry?.holes ?? []);
  return all(
    wall(w, h, [...below, ...places], of),
    slab(w, h, deep, of).at(0, 0, -deep / 2 - 1.5),
    [-1, 1].map((side) => slab(0.3, h, 3, of).at(side * (w / 2 - 0.15), 0, -1.6)),
    places.map(([x, y]) => all(
      room(wide, high, lit, any, { frame, bars }),
      sills && slab(wide + 0.3, 0.12, 0.3, trim).at(0, -0.12, 0.06),
      sills && !arched && slab(wide + 0.2, 0.2, 0.12, trim).at(0, high, 0.03),
      shutters && [-1, 1].map((side) => slab(wide * 0.46, high, 0.06, paint(shutters)).at(side * wide * 0.75, 0, 0.05)),
      boxes?.(any)?.at(0, 0, 0.2)).at(x, y, 0)),
    shop && front(w, shop, lit, any),
    entry?.holes?.map(([x, y, a, b], i) => (entry.rooms?.[i] ?? room)(a, b, lit, any, { frame, bars: 2, deep: 1.2 }).at(x, y, 0)),
    slab(w + 0.1, 0.3, 0.5, trim).at(0, base - 0.15, -0.12),
    roofed(roof, w, h, deep, { roof: tiles, trim }));
}

// The street before houses: a pavement with its kerb, the road, lamps; houses of other people on both sides.
export const street = (lit, middle, { w = 9, seed = 1, pave = paving(), near = true, sides = true } = {}) => {
  const any = chance(seed * 17 + 3);
  const walls = ["#d9c4a3", "#c7ccc4", "#e2d3c4", "#b98d72", "#cfd3d8", "#e7dcb9"];
  const beside = (side) => house(lit, {
    w: 8, floors: 2 + Math.floor(any() * 2), bays: 3, of: plaster(walls[Math.floor(any() * walls.length)]), seed: seed + side + 5,
    base: 3.6, roof: any() < 0.4 ? "mansard" : "flat", shutters: any() < 0.3 && "#5d7466",
    entry: { holes: [[-2.4, 0.9, 1.3, 1.9], [0, 0.9, 1.3, 1.9], [2.4, 0.1, 1.2, 2.6]] },
  }).at(side * (w / 2 + 4.15), 0, -0.15);
  return all(middle, sides && [-1, 1].map(beside),
    ground(70, 5, pave).at(0, 0, 2.5), slab(70, 0.16, 0.3, paint("#a7a29b")).at(0, -0.14, 5.05),
    near && ground(70, 40, asphalt()).at(0, -0.13, 25));
};

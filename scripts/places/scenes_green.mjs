// Parks, shores and what one walks to.

import * as THREE from "three";
import { all, circle, many, mesh, rod, row } from "../products/forms.mjs";
import { chance } from "../products/stuff.mjs";
import { AUTUMN, bed, blades, bush, cone, GREENS, hedge, leaves, tree } from "./green.mjs";
import { blocks, boards, gravel, iron, lamp, lawn, metal, paint, pane, plaster, sand, slates, soil, water, words } from "./stuff.mjs";
import { ground, slab } from "./street.mjs";
import { bench, boat, column, lantern, parasol, round } from "./things.mjs";

// A lawn to the horizon with trees round it, blades before the lens, a path that winds away.
function park({ hour = "noon", from = [0, 1.8, 16], to = [0, 2.2, 0], grass = "#7d9257", path = gravel(), colours = GREENS, seed = 1, count = 26, things = () => [] }) {
  const any = chance(seed * 71 + 9);
  const way = new THREE.Shape();
  way.moveTo(1.2, 16).bezierCurveTo(2.4, 6, -5, 0, -3, -12).bezierCurveTo(-2, -22, 6, -26, 10, -40);
  way.lineTo(13, -40).bezierCurveTo(8, -26, 1, -21, 0, -12).bezierCurveTo(-2, 0, 5.4, 6, 4.6, 16);
  return { hour, from, to, seed, things: (lit) => all(
    ground(400, 400, lawn(grass)), path && mesh(new THREE.ShapeGeometry(way).rotateX(Math.PI / 2), Object.assign(path, { side: THREE.DoubleSide })).at(0, 0.02, 0),
    blades(24, 7, 5000, { seed }).at(0, 0, 10), many(count, () => {
      const side = any() < 0.5 ? -1 : 1;
      return tree({ tall: 6 + any() * 4, wide: 2.2 + any() * 1.4, colours, seed: Math.floor(any() * 999), count: 620, leaf: 0.2 }).at(side * (7 + any() * 24), 0, -4 - any() * 34);
    }), many(14, (i) => tree({ tall: 9 + any() * 3, wide: 4, colours, seed: i + seed, count: 320, leaf: 0.24 }).at(i * 8 - 56, 0, -46 - any() * 8)), things(lit)) };
}

const hill = (wide, tall, grass) => mesh(new THREE.SphereGeometry(1, 48, 24, 0, Math.PI * 2, 0, Math.PI / 2), lawn(grass)).size(wide, tall, wide);

function sea(what, { hour = "noon", from = [3, 2, 18], to = [0, 3, 0], seed = 1 } = {}) {
  return { hour, from, to, seed, things: (lit) => all(ground(900, 700, water("#2a6686", 14, 7)).at(0, -1.4, -250), what(lit)) };
}

const rocks = (wide, deep, seed = 2) => {
  const any = chance(seed);
  return many(70, () => mesh(new THREE.DodecahedronGeometry(0.5 + any() * 0.6), blocks("#8f8a82")).turn(any() * 90, any() * 90, 0).at((any() - 0.5) * wide, -1.2 + any() * 0.5, (any() - 0.5) * deep));
};

function lighthouse(lit) {
  const white = plaster("#f4f1ea");
  return all(slab(60, 1.8, 7, blocks("#9b9388")).at(-24, -1.8, 0), rocks(22, 12), mesh(new THREE.CylinderGeometry(1.35, 2.2, 11, 40).translate(0, 5.5, 0), white), [1.4, 5.2].map((y, i) => mesh(new THREE.CylinderGeometry(2.02 - i * 0.3, 2.2 - i * 0.3, 2, 40).translate(0, 1, 0), paint("#c8382e")).at(0, y, 0).size(1.01, 1, 1.01)),
    round(1.9, 0.25, iron()).at(0, 11, 0), circle(16, 1.8, () => all(rod([0, 0, 0], [0, 0.9, 0], 0.03, iron()))).at(0, 11.2, 0), round(1, 1.7, lamp("#ffe9b0", lit ? 3 : 0.5)).at(0, 11.2, 0), circle(8, 1.02, () => all(rod([0, 0, 0], [0, 1.7, 0], 0.04, iron()))).at(0, 11.2, 0), mesh(new THREE.ConeGeometry(1.3, 1.2, 24), paint("#c8382e")).at(0, 13.5, 0), [3.4, 7.8].map((y) => slab(0.6, 0.9, 0.2, pane()).at(0, y, 1.7 - y * 0.06)), slab(0.9, 1.8, 0.3, paint("#27405a")).at(0, 0, 2.05), slab(5, 2.6, 3, white).at(-5, 0, -0.4), mesh(new THREE.ConeGeometry(3.4, 1.4, 4).rotateY(Math.PI / 4).translate(0, 0.7, 0), slates("#8a4f3a")).at(-5, 2.6, -0.4));
}

const mole = (lit) => all(slab(7, 2.4, 80, blocks("#a39a8c")).turn(0, 14).at(4, -1.9, -24), slab(1, 0.9, 80, blocks("#b5ab9b")).turn(0, 14).at(7.2, 0.5, -24), many(7, (i) => lantern(lit, 3.2).at(3.2 - i * 2.4, 0.5, 9 - i * 10)), rocks(26, 12, 5).at(12, 0, 2), boat("#b5362f", "#7a2f2f").at(-9, -1.1, -6), boat("#f4f2ea").turn(0, 30).at(-15, -1.1, -22), bench().turn(0, 104).at(5.6, 0.5, 5));

function beacon(lit) {
  return all(hill(46, 7, "#6d8a48").at(0, -0.6, -10), leaves(4500, (any) => { const [turn, far] = [any() * 7, 4 + 22 * Math.sqrt(any())]; return [Math.cos(turn) * far, 6.2 - far * far * 0.0019, -10 + Math.sin(turn) * far]; }, 0.16, ["#7f9a4e", "#94a857", "#6a8440", "#b59a58"], { upright: true }),
    mesh(new THREE.CylinderGeometry(1.5, 2.2, 7, 8).translate(0, 3.5, 0), blocks("#a89c88")).at(0, 6.2, -10), mesh(new THREE.CylinderGeometry(1.9, 1.7, 0.5, 8), blocks("#b5aa96")).at(0, 13.4, -10), circle(8, 1.6, () => all(slab(0.5, 0.7, 0.4, blocks("#a89c88")))).at(0, 13.6, -10), slab(0.9, 1.8, 0.3, paint("#4b3426")).at(0, 6.2, -8), many(4, (i) => slab(0.3, 0.9, 0.2, pane()).at((i % 2) * 1.6 - 0.8, 8.6 + Math.floor(i / 2) * 2, -8.3)), bench().at(4.4, 5.9, -7), bush({ r: 0.8 }).at(-4.6, 5.4, -7));
}

const bandstand = () => all(mesh(new THREE.CylinderGeometry(3.5, 3.7, 0.9, 8).translate(0, 0.45, 0), blocks("#cfc3ac")), circle(8, 3.1, () => all(column(3.6, 0.12, paint("#f4f2ea")).at(0, 0.9, 0)), 22), circle(8, 3.05, () => all(slab(2.2, 0.06, 0.05, paint("#f4f2ea")).at(0, 1.7, 0), row(7, 0.3, () => rod([0, 0.9, 0], [0, 1.7, 0], 0.02, paint("#f4f2ea"))))), mesh(new THREE.CylinderGeometry(3.8, 3.8, 0.25, 8), paint("#f4f2ea")).at(0, 4.6, 0), mesh(new THREE.ConeGeometry(4.1, 2.2, 8), slates("#4f7f6f")).at(0, 5.8, 0), mesh(new THREE.ConeGeometry(0.5, 0.9, 8), slates("#4f7f6f")).at(0, 7.2, 0), mesh(new THREE.SphereGeometry(0.16), paint("#d9b34a", 0.3)).at(0, 7.8, 0), slab(1.4, 0.45, 1, blocks("#cfc3ac")).at(0, 0, 3.8));

const pond = (wide, deep, x, z) => all(mesh(new THREE.CircleGeometry(1, 48).rotateX(-Math.PI / 2).scale(wide, 1, deep), water("#3f6f66", 6, 3)).at(x, 0.04, z), leaves(1600, (any) => { const turn = any() * 7; return [x + Math.cos(turn) * wide * (1 + any() * 0.06), 0, z + Math.sin(turn) * deep * (1 + any() * 0.06)]; }, 0.7, ["#6f8f45", "#55773a", "#8aa055"], { upright: true }));

const FLOWERS = ["#e34a6f", "#f2b33d", "#9b5fc0", "#ffffff", "#f08fb0", "#d6402f"];
const goal = () => all(rod([-3.66, 0, 0], [-3.66, 2.44, 0], 0.06, paint("#fff")), rod([3.66, 0, 0], [3.66, 2.44, 0], 0.06, paint("#fff")), rod([-3.66, 2.44, 0], [3.66, 2.44, 0], 0.06, paint("#fff")), many(30, (i) => rod([i * 0.25 - 3.6, 2.4, 0], [i * 0.25 - 3.6, 0, -1.5], 0.008, paint("#e6e6e2"))), many(10, (i) => rod([-3.6, i * 0.25, -(1 - i * 0.1) * 1.5], [3.6, i * 0.25, -(1 - i * 0.1) * 1.5], 0.008, paint("#e6e6e2"))));
const line = (w, d, x, z) => ground(w, d, paint("#f6f6f2")).at(x, 0.03, z);
const pitch = (how) => park({ path: null, grass: "#71905a", ...how, things: () => [goal().at(0, 0, -4), line(60, 0.14, 0, -4), line(16, 0.14, 0, 1.5), line(0.14, 5.5, -8, -1.2), line(0.14, 5.5, 8, -1.2), mesh(new THREE.IcosahedronGeometry(0.14, 2), paint("#fff")).at(1.4, 0.14, 5), ...(how.more ?? [])] });

export default {
  lindenpark: () => park({ seed: 2, hour: "morning", from: [2.4, 2, 16], to: [-0.6, 2, 0], things: (lit) => [pond(9, 5, -9, -9), bench().turn(0, -20).at(5.4, 0, 4), lantern(lit).at(5.2, 0, 1), bed(4, 1.4, FLOWERS.slice(0, 3)).at(-4.8, 0, 6)] }),
  beaconpark: () => park({ seed: 6, hour: "evening", colours: AUTUMN, grass: "#8f9160", things: (lit) => [hill(26, 5, "#7a8a42").at(10, -0.5, -26), bench().turn(0, 24).at(-4.6, 0, 5), lantern(lit).at(5.6, 0, 4)] }),
  common: () => park({ seed: 9, grass: "#8d9c62", count: 12, things: () => [leaves(3500, (any) => [(any() - 0.5) * 34, 0.25, -10 * any() + 6], 0.16, ["#f4e04d", "#ffffff", "#d98ad0"]), tree({ tall: 9, wide: 3.6, seed: 77, count: 2400 }).at(-4, 0, -3), bench().at(4.6, 0, 3)] }),
  green: () => park({ seed: 12, hour: "morning", count: 18, things: () => [tree({ tall: 8, wide: 3.2, seed: 5, count: 2200 }).at(4.6, 0, -4), many(5, (i) => rod([i * 1.6 - 8, 0, 5], [i * 1.6 - 8, 1, 5], 0.07, boards("#8a6a48"))), [0.4, 0.8].map((y) => rod([-8, y, 5], [-1.6, y, 5], 0.04, boards("#8a6a48"))), slab(1.5, 1.1, 0.1, boards("#8a6a48")).at(5, 0.6, 6)] }),
  quaygardens: () => park({ seed: 15, hour: "noon", count: 10, things: (lit) => [[-5.4, 5.8].map((x) => [bed(3.4, 1.6, FLOWERS.slice(0, 2), { seed: x + 9 }).at(x, 0, 6), bed(3.4, 1.6, FLOWERS.slice(2, 5), { seed: x + 12 }).at(x, 0, 3)]), round(2, 0.5, blocks("#cfc3ac")).at(0, 0, -3), round(1.8, 0.06, water("#4a8a96", 3)).at(0, 0.47, -3), column(1.6, 0.2, blocks("#cfc3ac")).at(0, 0.4, -3), round(0.9, 0.14, blocks("#cfc3ac")).at(0, 2, -3), many(4, (i) => cone({ tall: 2.6, seed: i }).at(i * 3 - 4.5 + (i > 1 ? 1 : -1), 0, 0.6)), lantern(lit).at(8, 0, 4)] }),
  meadows: () => park({ seed: 18, hour: "evening", path: soil("#8f7a58"), count: 14, grass: "#959c66", things: () => [leaves(4500, (any) => [(any() - 0.5) * 36, 0, 13 * any() - 3], 0.32, ["#b5b058", "#94a04a", "#c9bb70"], { upright: true }), leaves(1400, (any) => [(any() - 0.5) * 34, 0.5 + any() * 0.2, 12 * any() - 3], 0.16, ["#d6402f", "#5a6fd0", "#fff"]), pond(14, 3.4, 9, -14)] }),
  allotments: () => park({ seed: 21, hour: "morning", path: null, count: 8, grass: "#7f9160", things: () => [many(8, (i) => all(slab(3, 0.24, 1.6, soil("#5b4330")), bed(2.8, 1.4, [FLOWERS[i % 6], "#4f8a3a"], { seed: i, many: 20 + (i % 3) * 40, tall: 0.5 }).at(0, 0.2, 0)).at((i % 4) * 3.7 - 5.4, 0, 6.4 - Math.floor(i / 4) * 3)), slab(3, 2.3, 2.4, boards("#7d8f7a")).at(-4.5, 0, -3), mesh(new THREE.ConeGeometry(2.6, 1, 4).rotateY(Math.PI / 4).translate(0, 0.5, 0), slates("#5b4a40")).at(-4.5, 2.3, -3), slab(0.8, 1.7, 0.1, boards("#c9b08a")).at(-4.5, 0, -1.76), many(5, (i) => rod([3 + i * 0.7, 0, -1], [3.3 + i * 0.7, 2.1, -1.3], 0.02, boards("#a47a48"))), leaves(900, (any) => [3 + any() * 3.2, any() * 2, -1.1], 0.18, GREENS), many(3, (i) => bush({ r: 0.4, seed: i }).at(i * 1.2 + 4, 0, 1))] }),
  eastpitches: () => pitch({ seed: 24, hour: "noon" }),
  northpitches: () => pitch({ seed: 27, hour: "dusk", from: [-5, 2, 15], more: [[-13, 13].map((x) => all(rod([0, 0, 0], [0, 11, 0], 0.14, metal()), slab(2.4, 0.8, 0.2, lamp("#fffbe6", 4)).at(0, 11, 0)).at(x, 0, -8))] }),
  mole: () => sea(mole, { hour: "evening", from: [-1, 3, 19], to: [0, 2.4, 0] }),
  lighthouse: () => sea(lighthouse, { hour: "morning", from: [9, 2.6, 31], to: [-3, 6.6, 0] }),
  beacon: () => ({ hour: "evening", from: [7, 5.6, 14], to: [0, 8.6, -10], seed: 4, things: beacon }),
  bandstand: () => park({ seed: 30, hour: "noon", path: null, from: [5, 1.9, 16], to: [0, 3, 0], things: () => [bandstand(), mesh(new THREE.CircleGeometry(7, 40).rotateX(-Math.PI / 2), gravel()).at(0, 0.02, 0), circle(8, 6, () => all(bench().turn(0, 180)), 22), bed(2.6, 0.8, FLOWERS.slice(0, 3)).at(-5.4, 0, 4), bed(2.6, 0.8, FLOWERS.slice(2, 5), { seed: 3 }).at(5.4, 0, 4.6)] }),
  sands: () => ({ hour: "noon", from: [-6, 2.4, 15], to: [1, 1.6, 0], seed: 7, things: () => all(ground(300, 40, sand()).at(0, 0, 8), mesh(new THREE.PlaneGeometry(300, 14).rotateX(-Math.PI / 2 + 0.08), sand()).at(0, -0.5, -18), ground(900, 600, water("#2f86a6", 14, 6)).at(0, -0.6, -316), many(3, (i) => ground(300, 0.5 + i * 0.2, paint("#f4f8f8")).at(0, -0.58 + i * 0.004, -17.6 - i * 2.4)),
    many(9, (i) => all(parasol(["#e2573b", "#f4efe2", "#2f8fb5", "#f0b64e"][i % 4], 1.4).turn(0, 0, i % 2 ? 6 : -5), slab(0.8, 0.05, 1.9, paint(["#d6402f", "#2f6b8a", "#f2b33d"][i % 3])).at(1, 0.01, 0.3)).at((i % 5) * 4.6 - 8 + (i > 4 ? 2.2 : 0), 0, i > 4 ? -9 : -1)), all(slab(2, 0.2, 2, boards("#f1efe6")).at(0, 2, 0), [-0.8, 0.8].map((x) => [-0.8, 0.8].map((z) => rod([x, 0, z], [x * 0.9, 2, z * 0.9], 0.06, boards("#f1efe6")))), slab(1.6, 1.6, 1.4, boards("#d6402f")).at(0, 2.2, 0), slab(2.1, 0.15, 1.9, boards("#f1efe6")).at(0, 3.8, 0)).at(6.4, 0, -6), boat("#f4f2ea").at(-14, -0.8, -46), boat("#1f3f63").turn(0, 20).at(18, -0.8, -70)) }),
};

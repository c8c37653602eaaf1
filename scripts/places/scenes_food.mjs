// Where one eats and drinks: a shopfront in a street, with tables before it.

import * as THREE from "three";
import { all, mesh, row } from "../products/forms.mjs";
import { chance } from "../products/stuff.mjs";
import { AUTUMN, bed, bush, cone, GREENS, hedge, OLIVE, pot, tree } from "./green.mjs";
import { boards, brick, blocks, cobbles, paint, plaster } from "./stuff.mjs";
import { house, street } from "./street.mjs";
import { bicycle, board, chair, crate, lantern, parasol, round, seats } from "./things.mjs";

const ball = (r, colour) => mesh(new THREE.SphereGeometry(r, 14, 10), paint(colour, 0.5)).at(0, r, 0);
const CAKES = ["#d9a25c", "#8a4f2a", "#f0dcc0", "#c4475a", "#e8b64a"];
export const bottles = (any) => round(0.05, 0.34 + any() * 0.1, paint(["#2f5b3a", "#6b2030", "#b58a3c", "#d8e0dc"][Math.floor(any() * 4)], 0.2));
export const cakes = (any) => all(round(0.19, 0.03, paint("#f4f2ee", 0.3)), round(0.15, 0.12 + any() * 0.1, paint(CAKES[Math.floor(any() * 5)], 0.6)).at(0, 0.03, 0));
export const loaves = (any) => all([0, 1].map((y) => mesh(new THREE.CapsuleGeometry(0.1, 0.24, 4, 10).rotateZ(1.57), paint(["#b97a3c", "#9b5c2a", "#d29a55"][Math.floor(any() * 3)], 0.7)).at(0, 0.1 + y * 0.18, (any() - 0.5) * 0.1)));
export const jars = (any) => all(round(0.1, 0.26, paint(CAKES[Math.floor(any() * 5)], 0.25)), round(0.1, 0.04, paint("#d9d2c0")).at(0, 0.26, 0));
export const plants = (any) => pot(0.11, 0.18, "#b5674a", bush({ r: 0.2 + any() * 0.12, count: 70, seed: Math.floor(any() * 99) }));

const boxes = (colours) => (any) => bed(1.2, 0.25, colours, { tall: 0.35, many: 90, seed: Math.floor(any() * 99) }).at(0, -0.05, 0.1);
const tubs = (x, plant, colour = "#5a5f60") => [-1, 1].map((side) => pot(0.32, 0.55, colour, plant(side + 2)).at(side * x, 0, 0.75));

// A house with a shop below, what stands before it, the street; `before(lit)` gives the things.
export const shopHouse = (name, { hour = "noon", from = [3.4, 1.8, 16], to = [0.2, 3.1, 0], seed = 1, before = () => [], pave, ...how }) => ({
  hour, from, to, seed,
  things: (lit) => street(lit, all(house(lit, { seed, ...how, shop: { sign: name, ...how.shop } }), before(lit)), { w: how.w ?? 9, seed, pave }),
});

const tables = (places, colour, top) => places.map(([x, z, turn = 0]) => seats(colour, top).turn(0, turn).at(x, 0, z));

export default {
  blueheron: (name) => shopHouse(name, { seed: 3, of: plaster("#dfe5e6"), windows: [1.1, 1.9], frame: "#35566b", shop: { paintwork: "#2f5871", cloth: ["#f5f1e6", "#2f5871"], goods: cakes },
    before: () => [tables([[0.6, 1.9], [2.7, 2.3, 30]], "#c9a577"), tubs(4.2, () => bush({ r: 0.5 })), board("coffee").at(-1.1, 0, 2.2), bicycle().turn(0, 12).at(-3.2, 0, 2.6)] }),
  lantern: (name) => shopHouse(name, { hour: "dusk", seed: 8, of: brick("#8f4b38"), roof: "mansard", floors: 1, from: [-3.2, 1.7, 14], to: [0, 2.9, 0], shop: { paintwork: "#2b2a2e", ink: "#f0c878", goods: bottles, left: false },
    before: (lit) => [tables([[-1.9, 1.8], [-3.6, 2.2, 40]], "#3a2c24", "#6b4a30"), lantern(lit, 3.4).at(4.3, 0, 3.4), tubs(4, (n) => cone({ tall: 1.6, wide: 0.4, seed: n }), "#2b2a2e")] }),
  pivot: (name) => shopHouse(name, { hour: "morning", seed: 5, of: blocks("#b9b4aa"), w: 8, bays: 2, windows: [2, 1.9], frame: "#20262a", shop: { paintwork: "#e3b23c", ink: "#1d1f22", font: "Rubik", goods: cakes, doors: "#1d1f22" },
    before: () => [tables([[0.6, 1.7]], "#1d1f22", "#e3b23c"), bicycle("#c4412d").turn(0, -8).at(2.9, 0, 2.4), bicycle("#3c4a56").turn(0, 6).at(3.5, 0, 3.2), board("espresso").at(-1.4, 0, 2.4), tree({ seed: 4, tall: 6 }).at(-5.4, 0, 3.8)] }),
  marigold: (name) => shopHouse(name, { hour: "evening", seed: 12, of: plaster("#f1d9a8"), shutters: "#7d9b86", boxes: boxes(["#f0a020", "#f6c445", "#e8772e"]), shop: { paintwork: "#7d9b86", ink: "#fff6dd", font: "Lora", cloth: ["#f7edd3", "#e39b2f"], goods: cakes },
    before: () => [tables([[1.1, 2], [3.2, 2.5, 50]], "#f4efe2"), parasol("#f0b64e", 1.3).at(3.2, 0, 2.5), tubs(4.3, () => bed(0.6, 0.6, ["#f0a020", "#f6c445"], { many: 200 }), "#b5674a")] }),
  nightowl: (name) => shopHouse(name, { hour: "dusk", seed: 16, of: paint("#c9ced2", 0.35), floors: 1, w: 11, bays: 4, windows: [1.9, 1.2], frame: "#b0302c", from: [4.4, 1.7, 15], shop: { paintwork: "#b0302c", font: "Rubik", warm: "#ffe9c4", goods: bottles },
    before: () => [bicycle("#d9d9d9").turn(0, 10).at(-3.6, 0, 2.6), hedge(3, 0.6, 0.5).at(3.4, 0, 0.9)] }),
  saffron: (name) => shopHouse(name, { hour: "dusk", seed: 21, of: plaster("#c8762f"), arched: true, windows: [1.2, 2], frame: "#4b2a1c", shop: { paintwork: "#5a1f1c", ink: "#f3c456", font: "Lora", cloth: ["#e2a33a", "#8f2f24"], goods: jars },
    before: (lit) => [tables([[0.8, 1.9], [3, 2.3, 20]], "#5a2f1e", "#c98b3d"), tubs(4.2, (n) => cone({ tall: 1.8, wide: 0.45, seed: n }), "#b5862f"), lantern(lit, 3).at(-4.6, 0, 3.2)] }),
  osteria: (name) => shopHouse(name, { hour: "evening", seed: 24, of: plaster("#d9a070"), shutters: "#4d6b4f", tiles: "#a5583c", roof: "hip", floors: 1, boxes: boxes(["#c23b3b", "#e06a6a"]), pave: cobbles(), shop: { paintwork: "#4d3526", ink: "#f1dfb8", cloth: ["#7c2429"], goods: bottles },
    before: () => [tables([[0.4, 2, 10], [2.5, 2.3, 50], [-3, 2.6]], "#6a4a30", "#b23a36"), tubs(4.1, () => bush({ r: 0.55, colours: OLIVE }), "#b5674a"), tree({ tall: 5.4, colours: OLIVE, seed: 9 }).at(6.2, 0, 3.6)] }),
  kumo: (name) => shopHouse(name, { hour: "dusk", seed: 27, of: boards("#4a3a2f"), w: 8, bays: 4, windows: [1.3, 1.5], bars: 3, frame: "#2a211b", floors: 1, shop: { paintwork: "#2a211b", ink: "#f5ede0", cloth: ["#23395b"], goods: jars, warm: "#ffb86b" },
    before: () => [row(5, 1.5, () => mesh(new THREE.SphereGeometry(0.24, 16, 12), Object.assign(paint("#d8412f"), { emissive: new THREE.Color("#ff5a36"), emissiveIntensity: 0.9 })).size(1, 1.25, 1)).at(0, 4.35, 0.8), pot(0.34, 0.5, "#2e2e30", bush({ r: 0.6, colours: ["#5c7d34", "#6f9140"] })).at(3.7, 0, 0.9), row(3, 0.9, () => round(0.2, 0.5, boards("#8a6238"))).at(1.2, 0, 1.7)] }),
  tideline: (name) => shopHouse(name, { hour: "evening", seed: 30, of: boards("#a9c4bd"), floors: 1, roof: "gable", tiles: "#51606b", trim: paint("#f6f7f5"), frame: "#f6f7f5", from: [4.2, 1.7, 15], to: [0, 3.1, 0], shop: { paintwork: "#21564f", font: "Lora", cloth: ["#fbf1e2", "#d8664a"], goods: bottles },
    before: () => [tables([[0.9, 1.9], [3, 2.3, 30]], "#d9c6a5", "#cfe0e6"), [-4, 4.1].map((x) => round(0.4, 0.8, boards("#8a6238")).at(x, 0, 1)), parasol("#f4f4f0").at(3, 0, 2.3)] }),
  elcamino: (name) => shopHouse(name, { hour: "noon", seed: 33, of: plaster("#f3efe4"), arched: true, frame: "#2b6a8c", tiles: "#b8623c", roof: "hip", floors: 1, boxes: boxes(["#d6336c", "#f06595"]), shop: { paintwork: "#2b6a8c", ink: "#fdf4dc", font: "Lora", cloth: ["#e9b949"], goods: jars },
    before: () => [tables([[0.8, 2], [3, 2.4, 20]], "#2b6a8c", "#e9b949"), tubs(4.2, () => bush({ r: 0.6, colours: OLIVE }), "#c46a42"), parasol("#e2573b").at(0.8, 0, 2.1)] }),
  hearthstone: (name) => shopHouse(name, { hour: "evening", seed: 36, of: brick("#9c5640"), floors: 2, windows: [1.2, 1.7], frame: "#22262a", shop: { paintwork: "#1f2a24", ink: "#f3e3c3", cloth: ["#f3ead8", "#b23a2e", "#f3ead8", "#3c6b3f"], goods: loaves, left: false },
    before: () => [tables([[-1.2, 2], [-3.3, 2.4, 30]], "#3a2c24", "#b23a2e"), Array.from({ length: 22 }, (_, i) => round(0.1, 0.5, paint("#a37a4d")).turn(90, 0, 0).at(3.5 + (i % 5) * 0.21, 0.1 + Math.floor(i / 5) * 0.2, 0.7)), board("pizza").at(1.6, 0, 2.4)] }),
  mesquite: (name) => shopHouse(name, { hour: "dusk", seed: 39, of: boards("#6e4a33"), floors: 1, roof: "gable", tiles: "#3a3634", w: 10, trim: paint("#4b3324"), frame: "#2a211b", shop: { paintwork: "#2a211b", ink: "#ffb04a", font: "Rubik", weight: 700, goods: bottles },
    before: (lit) => [tables([[0.9, 2], [3.2, 2.4, 20]], "#3a2c24", "#8a5a36"), [-4.4, 4.6].map((x) => round(0.42, 0.9, boards("#6b4a2c")).at(x, 0, 1)), lantern(lit, 3).at(-5.2, 0, 3.4)] }),
  verdant: (name) => shopHouse(name, { hour: "morning", seed: 42, of: plaster("#e8ebe0"), windows: [1.6, 1.8], frame: "#3c5a43", boxes: boxes(GREENS), shop: { paintwork: "#3c5a43", ink: "#eef3df", font: "DM Sans", goods: plants },
    before: () => [tables([[0.8, 2], [2.9, 2.4, 30]], "#b58f63", "#dfe6d3"), tubs(4.2, () => bush({ r: 0.7 }), "#c9c3b3"), pot(0.28, 0.5, "#c9c3b3", tree({ tall: 2.4, wide: 0.7, count: 700 })).at(-1.2, 0, 1), tree({ seed: 5, tall: 6.5 }).at(-6.2, 0, 3.8)] }),
  gildedpear: (name) => shopHouse(name, { hour: "dusk", seed: 45, of: blocks("#d8ccb4"), roof: "mansard", floors: 1, arched: true, windows: [1.3, 2.1], frame: "#3b2f26", shop: { paintwork: "#20302c", ink: "#e2bd63", font: "Source Serif 4", cloth: ["#20302c"], goods: bottles },
    before: (lit) => [tubs(1.3, (n) => cone({ tall: 1.7, wide: 0.4, seed: n }), "#20302c"), tubs(4.2, (n) => cone({ tall: 1.7, wide: 0.4, seed: n + 3 }), "#20302c"), lantern(lit, 3.6).at(5, 0, 3.4), tables([[2.7, 2.4]], "#e9e2d4", "#ffffff")] }),
  copperpot: (name) => shopHouse(name, { hour: "dusk", seed: 48, of: brick("#7a4333"), floors: 2, windows: [1, 1.7], frame: "#e9e2d4", boxes: boxes(["#c23b3b", "#e9e2d4"]), from: [-3.6, 1.7, 15], shop: { paintwork: "#27402f", ink: "#e0a35c", goods: bottles, left: false },
    before: (lit) => [lantern(lit, 3.2).at(-4.4, 0, 3), row(2, 1.2, () => round(0.36, 0.95, boards("#7a5230"))).at(3, 0, 1.2), chair("#3a2c24").at(-1.6, 0, 2), chair("#3a2c24").turn(0, 40).at(-2.6, 0, 2.3)] }),
  halyard: (name) => shopHouse(name, { hour: "evening", seed: 51, of: boards("#2f4456"), floors: 1, roof: "gable", tiles: "#3e454b", w: 10, trim: paint("#f1efe7"), frame: "#f1efe7", shop: { paintwork: "#f1efe7", ink: "#1f3346", font: "Rubik", doors: "#b5452f", goods: bottles },
    before: () => [row(3, 1.5, () => all(round(0.36, 0.95, boards("#8a6238")), round(0.5, 0.05, boards("#a47a48")).at(0, 0.95, 0))).at(1.6, 0, 2.1), bush({ r: 0.6 }).at(-4.8, 0, 0.8), board("on tap").at(-1.6, 0, 2.3)] }),
  crumb: (name) => shopHouse(name, { hour: "morning", seed: 54, of: plaster("#f2dfd0"), shutters: "#b98a6a", shop: { paintwork: "#8c4f3a", ink: "#fbeedd", font: "Lora", cloth: ["#fbf1e3", "#c97a5a"], goods: loaves, warm: "#ffd9a6" },
    before: () => [tables([[3, 2.2]], "#c9a577"), board("fresh bread").at(-1.1, 0, 2.3), tubs(4.3, () => bed(0.6, 0.6, ["#d98bb0", "#f3d3e0"], { many: 200 }), "#b5674a"), crate("#c98a4a", chance(3), { r: 0.09 }).at(0.9, 0, 1)] }),
};

// Where one buys, is looked after, or has things done: shopfronts, a market, a garage, a petrol station.

import * as THREE from "three";
import { all, box, many, mesh, rod, row } from "../products/forms.mjs";
import { chance } from "../products/stuff.mjs";
import { AUTUMN, bed, bush, cone, hedge, pot, tree } from "./green.mjs";
import { jars, loaves, plants, shopHouse } from "./scenes_food.mjs";
import { asphalt, blocks, boards, brick, lamp, metal, paint, pane, paving, plaster, words } from "./stuff.mjs";
import { awning, ground, house, slab, street } from "./street.mjs";
import { bench, bicycle, board, car, crate, lantern, round } from "./things.mjs";

const COLOURS = ["#b5412f", "#2f5d8a", "#d9a02f", "#3f7a4f", "#6b3f6e", "#e6ddc8", "#1f2a33"];
const any5 = chance(5);
const pick = (any) => COLOURS[Math.floor(any() * COLOURS.length)];
const books = (any) => many(5, (i) => slab(0.05, 0.26 + any() * 0.1, 0.2, paint(pick(any))).at(i * 0.06 - 0.12, 0, 0));
const records = (any) => slab(0.32, 0.32, 0.02, paint(pick(any))).turn(-12, (any() - 0.5) * 20, 0);
const tools = (any) => all(slab(0.3, 0.2, 0.2, paint(pick(any))), rod([0, 0.2, 0], [0, 0.7, 0], 0.02, boards("#a47a48")), slab(0.2, 0.08, 0.06, metal()).at(0, 0.68, 0));
const rolls = (any) => row(2, 0.2, () => round(0.09, 0.5 + any() * 0.4, paint(pick(any), 0.95)));
const bags = (any) => box(0.3, 0.42, 0.2, paint(pick(any), 0.8), 0.08);
const glasses = (any) => all(slab(0.3, 0.3 + any() * 0.5, 0.25, paint("#f1efea")), [-0.07, 0.07].map((x) => mesh(new THREE.TorusGeometry(0.06, 0.012, 8, 20), paint(pick(any), 0.3)).at(x, 0.95, 0)));
const bottles = (any) => all(round(0.06, 0.2 + any() * 0.12, paint(["#e9eef0", "#8fc1c9", "#d7a9b5", "#c9b58a"][Math.floor(any() * 4)], 0.25)));
const fruit = (xs, z = 1.1, seed = 2) => xs.map(([x, colour, r]) => crate(colour, chance(seed + x * 7), { r }).at(x, 0, z));
const FRUIT = [["#d0402f", 0.07], ["#e58a1f", 0.075], ["#7fae3a", 0.07], ["#e9c93a", 0.07], ["#6b2f5e", 0.05], ["#4f8a3a", 0.09]];
const stall = (xs) => fruit(xs.map((x, i) => [x, ...FRUIT[i % 6]]));
const buckets = (xs, colours) => xs.map((x, i) => pot(0.2, 0.36, "#8f989c", bed(0.4, 0.4, [colours[i % colours.length]], { many: 420, tall: 0.4, seed: i })).at(x, 0, 1 + (i % 2) * 0.5));
const FLOWERS = ["#e34a6f", "#f2b33d", "#9b5fc0", "#ffffff", "#f08fb0", "#d6402f"];
const cross = (colour, lit) => all(slab(0.9, 0.28, 0.12, lamp(colour, lit ? 1.6 : 0.7)).at(0, -0.14, 0), slab(0.28, 0.9, 0.12, lamp(colour, lit ? 1.6 : 0.7)).at(0, -0.45, 0));

// An office or a practice: a door with its name over it, big windows.
export const office = (name, { ground: below = "#3a4a55", ink = "#fff", font = "DM Sans", before = () => [], hour = "noon", from = [4, 1.8, 18], to = [0, 4, 0], seed = 1, w = 11, base = 4, sign = {}, ...how }) => ({
  hour, from, to, seed,
  things: (lit) => street(lit, all(
    house(lit, { w, base, seed, entry: { holes: [[-w * 0.32, 0.5, w * 0.24, 2.5], [0, 0.02, 1.9, 2.9], [w * 0.32, 0.5, w * 0.24, 2.5]] }, ...how }),
    slab(3.2, 0.14, 1.3, paint(below)).at(0, 3.05, 0.6), slab(w * 0.72, 0.62, 0.1, paint(below)).at(0, 3.2, 0.06),
    words(name, { wide: w * 0.68, tall: 0.52, ink, font, glows: lit && 0.9, ...sign }).at(0, 3.51, 0.13), before(lit)), { w, seed }),
});
const glassy = { windows: [2.6, 2], bays: 4, bars: 1, sills: false, frame: "#2d3439" };

export default {
  tallow: (name) => shopHouse(name, { hour: "morning", seed: 60, of: brick("#a8644a"), shop: { paintwork: "#3b4b3a", ink: "#f3ead2", cloth: ["#f3ead2", "#5a7a4a"], goods: jars }, before: () => [stall([0.2, 1.1, 2, 2.9, 3.8]), board("today").at(-1.1, 0, 2.3)] }),
  greenbasket: (name) => shopHouse(name, { seed: 63, of: plaster("#e4e8dc"), w: 10, windows: [1.6, 1.7], frame: "#2f6b3f", shop: { paintwork: "#2f6b3f", font: "Rubik", goods: jars }, before: () => [stall([-0.4, 0.6, 1.6, 2.6, 3.6]), bicycle("#2f6b3f").turn(0, 8).at(-4.2, 0, 2.4)] }),
  pennywise: (name) => shopHouse(name, { hour: "cloudy", seed: 66, of: plaster("#d9d6cf"), w: 11, floors: 1, bays: 4, windows: [1.8, 1.3], frame: "#444", shop: { paintwork: "#c8342b", font: "Rubik", goods: jars }, before: () => [stall([1.2, 2.2, 3.2]), hedge(3, 0.6, 0.5).at(-3.6, 0, 0.9)] }),
  ferrante: (name) => shopHouse(name, { hour: "evening", seed: 69, of: plaster("#ecd2a6"), shutters: "#6b4a35", roof: "hip", tiles: "#a5583c", floors: 1, shop: { paintwork: "#5a2a24", ink: "#f2d9a0", font: "Lora", cloth: ["#3c6b3f", "#f6efe0", "#b23a2e"], goods: loaves }, before: () => [stall([0.6, 1.6, 2.6]), pot(0.34, 0.5, "#b5674a", bush({ r: 0.6 })).at(4, 0, 1)] }),
  saturdaymarket: (name) => market(name, "morning"),
  wholesale: (name) => hall(name),
  megacart: (name) => office(name, { ...glassy, seed: 72, floors: 3, w: 14, of: plaster("#e9e6f2"), ground: "#4a1d57", hour: "noon", before: () => [car("#6b2f7e").at(-3.6, -0.1, 6.6), tree({ seed: 3 }).at(6.4, 0, 3.6)] }),
  pageturner: (name) => shopHouse(name, { hour: "evening", seed: 75, of: brick("#8f5340"), frame: "#f1ece0", shop: { paintwork: "#27405a", ink: "#f3e6c8", goods: books, warm: "#ffd9a0" }, before: () => [[1.2, 2.6].map((x) => all(slab(1, 0.7, 0.5, boards("#8a6238")), many(8, (i) => slab(0.08, 0.26, 0.2, paint(pick(any5))).at(i * 0.11 - 0.4, 0.7, 0))).at(x, 0, 1.1)), bench().at(-3.4, 0, 1.2), board("used books").at(-1, 0, 2.4)] }),
  hardwick: (name) => shopHouse(name, { hour: "morning", seed: 78, of: brick("#b5755a"), shop: { paintwork: "#8a2f24", ink: "#fbeecb", font: "Rubik", goods: tools }, before: () => [row(4, 0.5, (i) => round(0.2, 0.4, metal())).at(1.6, 0, 1.1), [2.9, 3.2, 3.5].map((x) => rod([x, 0, 1], [x + 0.1, 1.5, 0.4], 0.02, boards("#a47a48"))), crate("#8d9196", chance(4), { r: 0.05 }).at(-3.9, 0, 1)] }),
  fern: (name) => shopHouse(name, { seed: 81, of: plaster("#eef0e8"), frame: "#24402f", shop: { paintwork: "#24402f", ink: "#e8efd8", font: "Lora", goods: plants }, before: () => [[0.2, 1, 1.8, 2.7, 3.6].map((x, i) => pot(0.22 + (i % 2) * 0.1, 0.4, ["#b5674a", "#d9d2c4", "#4f5f63"][i % 3], bush({ r: 0.36 + (i % 3) * 0.14, seed: i })).at(x, 0, 1 + (i % 2) * 0.4)), pot(0.3, 0.5, "#d9d2c4", tree({ tall: 2.6, wide: 0.7, count: 700 })).at(-4, 0, 1)] }),
  thimble: (name) => shopHouse(name, { hour: "noon", seed: 84, of: plaster("#d7c3cf"), shutters: "#f4eef2", shop: { paintwork: "#7c4a6a", ink: "#fbeef5", font: "Lora", cloth: ["#fbeef5", "#b57a9b"], goods: rolls }, before: () => [pot(0.32, 0.5, "#fff", bed(0.6, 0.6, ["#f08fb0", "#fff"], { many: 200 })).at(4.1, 0, 0.9), row(3, 0.5, () => rolls(any5)).at(1.8, 0, 1)] }),
  spoke: (name) => shopHouse(name, { seed: 87, of: brick("#9a9590", "#c9c4bc"), frame: "#1d2226", shop: { paintwork: "#20282c", ink: "#ff8a3c", font: "Rubik", goods: tools }, before: () => [bicycle("#e0562f").at(0.4, 0, 1.6), bicycle("#2f7d9d").turn(0, 6).at(2.4, 0, 1.8), bicycle("#d9b23a").turn(0, -5).at(4, 0, 2.4), bicycle("#3f5a3f").at(-3.8, 0, 1.6)] }),
  summit: (name) => shopHouse(name, { hour: "morning", seed: 90, of: boards("#b58455"), floors: 1, roof: "gable", tiles: "#3f4a45", w: 10, trim: paint("#3b2f26"), frame: "#24302c", shop: { paintwork: "#24302c", ink: "#f2c14e", font: "Rubik", goods: bags }, before: () => [cone({ tall: 4 }).at(-5, 0, 1.6), cone({ tall: 3, seed: 3 }).at(-4, 0, 2.6), bench().at(2.6, 0, 1.2)] }),
  petalworks: (name) => shopHouse(name, { hour: "morning", seed: 93, of: plaster("#f3e9e4"), shutters: "#8aa595", shop: { paintwork: "#8aa595", ink: "#fff", font: "Lora", cloth: ["#fff6f2", "#e7a3b0"], goods: plants }, before: () => [buckets([-0.2, 0.4, 1, 1.6, 2.2, 2.8, 3.4, 4], FLOWERS), pot(0.3, 0.5, "#b5674a", tree({ tall: 2.3, wide: 0.6, count: 600 })).at(-4.1, 0, 1)] }),
  vinyl: (name) => shopHouse(name, { hour: "dusk", seed: 96, of: brick("#6e3f36"), frame: "#16181a", shop: { paintwork: "#16181a", ink: "#ff5a5f", font: "Rubik", goods: records, warm: "#ffb3d1" }, before: () => [[1.2, 2.6].map((x) => all(slab(1, 0.7, 0.5, boards("#6b4a2c")), many(12, (i) => slab(0.06, 0.3, 0.3, paint(pick(any5))).at(i * 0.075 - 0.42, 0.62, 0))).at(x, 0, 1.1)), bicycle("#ddd").turn(0, 5).at(-3.6, 0, 2)] }),
  bramble: (name) => shopHouse(name, { seed: 99, of: plaster("#d5e0cf"), shop: { paintwork: "#b5562f", ink: "#fff3df", font: "Rubik", cloth: ["#fff3df", "#d98a4a"], goods: bags }, before: () => [row(3, 0.7, (i) => bags(any5).at(0, 0, 0).size(1.5)).at(2, 0, 1.1), tree({ tall: 5.6, seed: 12 }).at(-5.6, 0, 3.6)] }),
  hollander: (name) => nursery(name),
  dentist: (name) => office(name, { seed: 102, floors: 2, bays: 3, of: plaster("#e9eeef"), ground: "#2d8a94", windows: [1.6, 1.8], before: () => [hedge(3.4, 0.7, 0.6).at(-3.6, 0, 1), hedge(3.4, 0.7, 0.6, { seed: 2 }).at(3.6, 0, 1), bench().at(4, 0, 2.4)] }),
  clinic: (name) => office(name, { ...glassy, hour: "morning", seed: 105, floors: 2, w: 14, of: plaster("#f4f5f3"), ground: "#2f6f5c", before: () => [tree({ seed: 7 }).at(-6, 0, 3), tree({ seed: 8, tall: 5.4 }).at(6.4, 0, 3.4), hedge(4, 0.7, 0.6).at(4.4, 0, 1), cross("#3fae6d").at(-6, 5.4, 0.2)] }),
  apothecary: (name) => shopHouse(name, { hour: "evening", seed: 108, of: blocks("#cfc8ba"), windows: [1.2, 1.9], shop: { paintwork: "#1f4d3a", ink: "#eef4e6", goods: bottles }, before: (lit) => [cross("#2fc46b", 1).at(4.1, 4.7, 0.8), pot(0.3, 0.5, "#1f4d3a", cone({ tall: 1.5, wide: 0.4 })).at(-4.2, 0, 0.9), lantern(lit, 3.4).at(5, 0, 3.4)] }),
  physio: (name) => office(name, { seed: 111, floors: 1, bays: 4, of: brick("#b78a6a"), ground: "#3f5f7a", windows: [1.7, 1.5], before: () => [tree({ seed: 14, tall: 5.4 }).at(-5.4, 0, 3.4), bicycle().at(4.2, 0, 1.6), hedge(3, 0.6, 0.5).at(-3.6, 0, 0.9)] }),
  optician: (name) => shopHouse(name, { seed: 114, of: plaster("#eceae6"), frame: "#30424c", w: 8, bays: 2, windows: [1.9, 1.8], shop: { paintwork: "#f4f2ee", ink: "#20323c", font: "DM Sans", doors: "#20323c", goods: glasses }, before: () => [pot(0.34, 0.6, "#20323c", bush({ r: 0.5 })).at(3.6, 0, 0.9), board("eye tests").at(-1.2, 0, 2.4)] }),
  vet: (name) => office(name, { hour: "morning", seed: 117, floors: 1, bays: 4, roof: "hip", tiles: "#7a4a38", of: plaster("#efe3cd"), ground: "#4f7a4a", windows: [1.4, 1.5], before: () => [car("#e9e9e6").at(3.8, -0.1, 6.4), bush({ r: 0.7 }).at(-4.6, 0, 1.2), bush({ r: 0.6, seed: 4 }).at(4.4, 0, 1.2), tree({ seed: 17 }).at(-6.4, 0, 3.4)] }),
  haircut: (name) => shopHouse(name, { hour: "noon", seed: 120, of: plaster("#e9cfc7"), frame: "#fff", shop: { paintwork: "#1d1d20", ink: "#f2b8a8", font: "Lora", goods: bottles, warm: "#ffe3d6" }, before: () => [pot(0.32, 0.55, "#1d1d20", bush({ r: 0.5, colours: ["#6f8f5a", "#86a670"] })).at(-4, 0, 0.9), pot(0.32, 0.55, "#1d1d20", bush({ r: 0.5, seed: 3, colours: ["#6f8f5a", "#86a670"] })).at(4, 0, 0.9), bench("#c9a577").at(2, 0, 1.1)] }),
  rennick: (name) => garage(name),
  brightfuel: (name) => petrol(name),
};

function market(name, hour) {
  const cloth = [["#f6efe0", "#b23a2e"], ["#f6efe0", "#2f6b4f"], ["#f6efe0", "#d99a2f"], ["#f6efe0", "#2f5d8a"]];
  const booth = (i) => all([-1.5, 1.5].map((x) => [0, 1.6].map((z) => rod([x, 0, z], [x, 2.5 - z * 0.2, z], 0.04, boards("#a47a48")))), awning(3.2, cloth[i % 4], { out: 2.1, drop: 0.5 }).at(0, 2.6, -0.2),
    [-1, 0, 1].map((x) => crate(FRUIT[(i * 3 + x + 1) % 6][0], chance(i * 5 + x + 2), { r: FRUIT[(i * 3 + x + 1) % 6][1], wide: 0.9 }).at(x, 0, 1.5)));
  return { hour, from: [2, 2, 15], to: [0, 2.3, 0], things: (lit) => street(lit, all(house(lit, { w: 18, bays: 6, floors: 2, of: blocks("#d8cbb0"), seed: 4, roof: "mansard", entry: { holes: [-7, -4.2, -1.4, 1.4, 4.2, 7].map((x) => [x, 0.05, 2, 3.2, true]) } }).at(0, 0, -5),
    ground(60, 12, paving("#c2b59d")).at(0, 0.01, 0), row(4, 3.9, (i) => booth(i)).at(0, 0, 0.6), words(name, { wide: 7, tall: 0.7, ink: "#5a3a20", font: "Lora" }).at(0, 4.1, -4.6), buckets([-2.3, -1.7, 5.4, 6], FLOWERS)), { w: 18, sides: false, pave: paving("#c2b59d") }) };
}

function hall(name) {
  const post = () => all(slab(0.22, 5, 0.22, paint("#2f5a4f")), slab(2.8, 0.14, 0.2, paint("#2f5a4f")).at(0, 4.7, 0));
  return { hour: "morning", from: [-5, 2.2, 19], to: [0, 3.2, 0], things: (lit) => street(lit, all(
    house(lit, { w: 17, bays: 6, floors: 1, base: 5, tall: 2.4, windows: [2.2, 1.3], of: brick("#a4573f"), roof: "gable", tiles: "#4f565c", trim: paint("#2f5a4f"), frame: "#2f5a4f", entry: { holes: [-6.6, -3.3, 0, 3.3, 6.6].map((x) => [x, 0.02, 2.6, 4, true]) } }),
    words(name, { wide: 8, tall: 0.8, ink: "#f4ead2", ground: "#2f5a4f" }).at(0, 4.75, 0.3), row(4, 3.3, post).at(0, 0, 1.4), stall([-6, -5, -2.4, -1.4, 2.4, 3.4, 6]), Array.from({ length: 9 }, (_, i) => slab(0.9, 0.5, 0.6, boards("#b18a58")).at(4.8 + (i % 3), Math.floor(i / 3) * 0.52, 2.6))), { w: 17 }) };
}

function nursery(name) {
  const bedOf = (i) => bed(2.2, 0.8, [FLOWERS[i % 6]], { many: 150, seed: i }).at(0, 0.3, 0);
  const arch = () => mesh(new THREE.TorusGeometry(3.2, 0.06, 8, 40, Math.PI), paint("#f2f4f2"));
  const film = Object.assign(paint("#e6efe9", 0.3), { transparent: true, opacity: 0.42, side: THREE.DoubleSide });
  film.userData.clear = true;
  return { hour: "morning", from: [4, 2.1, 15], to: [0, 2, 0], things: () => all(ground(120, 120, paving("#c9bb9c")),
    [-3.6, 3.6].map((x, n) => all(row(6, 2, () => arch()).turn(0, 90, 0), mesh(new THREE.CylinderGeometry(3.2, 3.2, 10, 40, 1, true, -Math.PI / 2, Math.PI).rotateX(Math.PI / 2), film).turn(0, 0, 90 - 90)).at(x, 0, -7 + n)),
    many(8, (i) => all(slab(2.4, 0.3, 0.9, boards("#8a6238")), bedOf(i)).at((i % 4) * 2.9 - 4.3, 0, 1 + Math.floor(i / 4) * 2.2)), words(name, { wide: 5, tall: 0.7, ground: "#2f5a3a", font: "Lora" }).at(0, 3.4, -1.6),
    [-2.6, 2.6].map((x) => rod([x, 0, -1.6], [x, 3.8, -1.6], 0.08, boards("#8a6238"))), many(9, (i) => cone({ tall: 2 + (i % 3), seed: i }).at(i * 3 - 12, 0, -12)), tree({ seed: 2 }).at(8, 0, -4), tree({ seed: 3, tall: 5.6 }).at(-8.4, 0, -3)) };
}

function garage(name) {
  const gate = (x, open) => all(slab(3.2, 3.2, 0.1, paint("#32373b")).at(0, 0, -1.6), !open && many(10, (i) => slab(3.2, 0.29, 0.12, metal("#9aa1a6")).at(0, i * 0.32, -0.2))).at(x, 0, 0);
  return { hour: "evening", from: [-3.4, 1.8, 15], to: [0, 2.6, 0], things: (lit) => street(lit, all(
    house(lit, { w: 13, floors: 1, tall: 2, bays: 5, windows: [1.4, 0.8], of: brick("#8d8780", "#bdb7ae"), seed: 6, entry: { holes: [[-4, 0.02, 3.2, 3.2], [0, 0.02, 3.2, 3.2], [4.2, 0.5, 3, 2.4]], rooms: [() => all(gate(0, true), lit), () => all(gate(0, false)), undefined] } }),
    slab(12.4, 0.8, 0.15, paint("#c8342b")).at(0, 4, 0.08), words(name, { wide: 8, tall: 0.7, font: "Rubik" }).at(0, 4.4, 0.17), car("#3f6f9f").turn(0, -78).at(-4, 0, 0.6), car("#d8d4c8").turn(0, 6).at(3, -0.1, 3.6),
    many(6, (i) => mesh(new THREE.TorusGeometry(0.26, 0.11, 10, 24), paint("#1b1c1e")).turn(90, 0, 0).at(-1.9 + (i % 2) * 0.6, 0.12 + Math.floor(i / 2) * 0.22, 0.9))), { w: 13, pave: asphalt() }) };
}

function petrol(name) {
  const pump = () => all(slab(0.7, 1.7, 0.5, paint("#f2f2ee", 0.3)), slab(0.7, 0.5, 0.52, paint("#e0562f", 0.3)).at(0, 1.2, 0), slab(0.4, 0.3, 0.54, pane()).at(0, 0.8, 0));
  return { hour: "dusk", from: [5, 1.8, 17], to: [0, 2.6, 0], things: (lit) => street(lit, all(ground(80, 60, asphalt()),
    [-4, 4].map((x) => slab(0.4, 4.4, 0.4, paint("#e9e9e6")).at(x, 0, 0)), slab(13, 0.9, 7, paint("#f4f4f1")).at(0, 4.4, 0), slab(13.1, 0.34, 7.1, paint("#e0562f")).at(0, 4.5, 0), words(name, { wide: 5, tall: 0.5, font: "Rubik", glows: 1, ink: "#fff" }).at(0, 4.68, 3.58),
    many(6, (i) => slab(1.2, 0.04, 0.6, lamp("#fff3d6", 1.6)).at((i % 3) * 4 - 4, 4.36, Math.floor(i / 3) * 2 - 1)), [-3, 3].map((x) => all(slab(2, 0.16, 1, paint("#c9c5bd")), pump().at(0, 0.16, 0)).at(x, 0, 0.4)),
    car("#b5412f").at(-2.8, 0, 2.4), house(lit, { w: 10, floors: 0, base: 3.8, of: plaster("#e9e6df"), seed: 2, shop: { sign: "24 h", paintwork: "#e0562f", font: "Rubik", goods: jars } }).at(2, 0, -6), many(4, (i) => bush({ r: 0.8, seed: i }).at(-12 + i * 1.3, 0, -6))), { sides: false, pave: asphalt() }) };
}

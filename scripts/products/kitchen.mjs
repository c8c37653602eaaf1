import { cloth, each, hem, room, sewn, squarish, stripes } from "./cloth.mjs";
import { all, ball, bowed, box, can, circle, cut, lying, many, oblong, oval, ring, rod, seen, tube, turned, vessel } from "./forms.mjs";
import { bar, panel, say } from "./paper.mjs";
import { brass, chrome, cork, felt, glass, glazed, gloss, glow, granular, iron, leather, matte, metal, plank, plastic, rubber, steel, stone, tone, wicker, wood } from "./stuff.mjs";

const blade = (points, grip, angle = -38) => lying(all(
  cut(points, 0.05, metal("#82888e", 0.34), { bevel: 0.015 }).at(0, 0, 0.12), grip).turn(0, 0, angle));
const handle = (x, long, material = wood("dark")) => all(
  cut([[x, -0.16], [x - long * 0.5, -0.13], [x - long, -0.2], [x - long - 0.06, 0.05], [x - long * 0.9, 0.13], [x, 0.14]], 0.2, material, { soft: true }).at(0, 0, 0.14),
  [0.2, 0.5, 0.8].map((at) => ball(0.035, brass()).at(x - long * at, -0.01, 0.24)));
const mug = (c, r = 0.42, h = 0.9) => all(
  turned([[0, 0], [r * 0.9, 0], [r, 0.1], [r, h], [r - 0.05, h], [r - 0.06, 0.12], [0, 0.1]], glazed(c), 0.05),
  tube([[r - 0.05, h * 0.8], [r + 0.25, h * 0.78], [r + 0.3, h * 0.45], [r - 0.05, h * 0.25]], 0.055, glazed(c)));
const jar = (r, h, fill, level = 0.8) => all(
  fill && can(r - 0.05, h * level, fill).at(0, 0.04), vessel(r, h, glass(), r, 0.03), can(r * 0.98, 0.14, wood("bamboo")).at(0, h));
const wineGlass = () => turned([[0, 0], [0.4, 0.02], [0.06, 0.07], [0.045, 0.9], [0.12, 1.0], [0.43, 1.35], [0.44, 1.6], [0.34, 2.1], [0.33, 2.1], [0.42, 1.6], [0.4, 1.36], [0, 1.03]], glass("#dfe8ec", 0.3), 0.12);
const tumbler = (c) => vessel(0.36, 0.95, glass(c, 0.5), 0.43, 0.03);
const feet = (w, d, r = 0.07) => [[-w, -d], [w, -d], [-w, d], [w, d]].map(([x, z]) => can(r, 0.08, rubber()).at(x, 0, z));

export default {
  "electric-kettle-1-7-l": (c) => seen(all(
    bowed([[0, 0.12], [0.86, 0.12], [0.9, 0.3], [0.84, 0.9], [0.66, 1.6], [0.6, 1.75]], gloss(c)), can(0.94, 0.13, rubber()),
    ring(0.605, 0.025, chrome()).turn(90).at(0, 1.75),
    turned([[0.6, 1.75], [0.6, 1.8], [0.3, 1.88], [0, 1.9]], plastic(tone(c, -0.15))), can(0.1, 0.16, rubber()).at(0, 1.88),
    cut([[-0.45, 1.72], [-0.95, 1.66], [-0.72, 1.2]], 0.3, gloss(c), { bevel: 0.04 }),
    tube([[0.55, 1.72], [0.95, 1.8], [1.2, 1.6], [1.2, 1.0], [1.1, 0.5]], 0.11, rubber()),
    panel(0.14, 0.7, (pen, w, h) => { bar(pen, "#23282c", 0, 0, w, h); bar(pen, "#8fd0e6", 0.04, 0.3, w - 0.08, h - 0.34); }).turn(-6).at(0, 0.45, 0.9)), 24, 14),
  "gooseneck-pour-over-kettle": (c) => seen(all(
    turned([[0, 0], [0.95, 0], [0.92, 0.2], [0.6, 1.0], [0.56, 1.08], [0, 1.1]], plastic(c, 0.35), 0.1),
    turned([[0.5, 1.08], [0.46, 1.16], [0.1, 1.22], [0, 1.22]], plastic(c, 0.35)), ball(0.09, wood("walnut")).at(0, 1.32),
    tube([[-0.8, 0.3], [-1.15, 0.35], [-1.2, 0.8], [-1.05, 1.2], [-1.25, 1.45], [-1.5, 1.42]], 0.06, plastic(c, 0.35)),
    tube([[0.58, 1.02], [1.0, 1.15], [1.5, 1.05], [1.55, 0.8]], 0.05, steel()),
    tube([[1.1, 1.14], [1.5, 1.05], [1.56, 0.7]], 0.085, wood("walnut"))), 14, 14),
  "cast-iron-skillet-26-cm": () => seen(all(vessel(0.95, 0.28, iron(), 1.08, 0.07),
    cut([[0.95, -0.14], [1.5, -0.09], [1.9, -0.14], [2.05, 0], [1.9, 0.14], [1.5, 0.09], [0.95, 0.14]], 0.1, iron(), { soft: true, holes: [oval(1.87, 0, 0.09, 0.05)] }).turn(-90).at(0, 0.2),
    cut([[-1.0, -0.2], [-1.25, 0], [-1.0, 0.2]], 0.1, iron(), {}).turn(-90).at(0, 0.22)), -24, 34),
  "carbon-steel-wok": () => seen(all(bowed([[0, 0], [0.45, 0.02], [0.95, 0.32], [1.25, 0.72], [1.22, 0.73], [0.9, 0.36], [0.4, 0.07], [0, 0.05]], metal("#6d747c", 0.35)),
    rod([1.18, 0.65], [1.5, 0.82], 0.06, steel()), rod([1.45, 0.8], [2.3, 1.2], 0.085, wood("walnut"), 0.1),
    tube([[-1.2, 0.68, 0.25], [-1.45, 0.78, 0.2], [-1.45, 0.78, -0.2], [-1.2, 0.68, -0.25]], 0.05, wood("walnut"))), -18, 26),
  "enamel-dutch-oven-5-l": (c) => seen(all(vessel(1, 0.95, gloss(c), 1.05, 0.08, 0.12), can(1.08, 0.06, gloss(tone(c, -0.1))).at(0, 0.95),
    bowed([[1.06, 1.0], [0.95, 1.1], [0.5, 1.22], [0, 1.24]], gloss(c)), can(0.07, 0.1, brass()).at(0, 1.22), turned([[0, 0], [0.1, 0], [0.19, 0.12], [0.17, 0.17], [0, 0.19]], brass()).at(0, 1.3),
    [-1, 1].map((side) => tube([[side, 0.72, 0.28], [side * 1.32, 0.76, 0.22], [side * 1.32, 0.76, -0.22], [side, 0.72, -0.28]], 0.08, gloss(c)))), 12, 18),
  "chefs-knife-20-cm": () => blade([[0, -0.3], [1.4, -0.3], [2.1, -0.14], [2.5, 0.1], [1.6, 0.14], [0, 0.16]], handle(0.05, 1.15)),
  "bread-knife-serrated": () => blade([[0, 0.15], ...Array.from({ length: 25 }, (_, i) => [0.1 + i * 0.095, i % 2 ? -0.12 : -0.18]), [2.55, 0.0], [2.5, 0.15]], handle(0.05, 1.15, wood("beech")), 24),
  "bamboo-chopping-board": () => lying(all(cut(oblong(0, 0, 2, 2.9), 0.2, wood("bamboo", 0.5), { bevel: 0.05, holes: [oval(0, 1.2, 0.32, 0.09)] }).at(0, 0, 0.1),
    cut(oblong(0, -0.15, 1.75, 2.25), 0.02, wood("bamboo"), { bevel: 0.004, holes: [oblong(0, -0.15, 1.69, 2.19)] }).at(0, 0, 0.2)).turn(0, 0, 14)),
  "burr-coffee-grinder": (c) => seen(all(box(0.95, 0.16, 0.95, plastic(c), 0.08), box(0.9, 1.0, 0.42, plastic(c), 0.1).at(0, 0.1, -0.24), box(0.92, 0.6, 0.92, plastic(c), 0.12).at(0, 0.85),
    can(0.3, 0.5, glass("#cfd4d6", 0.4)).at(0, 0.17, 0.16), can(0.28, 0.2, granular("ground", ["#4b2c1a", "#3a2012", "#63402a"], 2)).at(0, 0.18, 0.16),
    vessel(0.36, 0.6, glass("#c9c6c0", 0.35), 0.48).at(0, 1.45), can(0.4, 0.3, granular("beans", ["#4a2a18", "#2e180d", "#6b4127", "#3b2113"], 7), 0.43).at(0, 1.5), can(0.5, 0.1, rubber()).at(0, 2.05),
    can(0.16, 0.08, steel()).turn(90).at(0, 1.15, 0.46)), -24, 14),
  "french-press-1-l": (c) => seen(all(vessel(0.5, 1.35, glass(), 0.5, 0.03).at(0, 0.1), can(0.505, 0.75, plastic("#3d1d0d", 0.3)).at(0, 0.12),
    can(0.53, 0.12, plastic(c)), [-1, 1].map((s) => box(0.08, 1.35, 0.04, plastic(c)).at(s * 0.52, 0.05)), ring(0.52, 0.035, plastic(c)).turn(90).at(0, 1.32),
    can(0.54, 0.12, plastic(c), 0.5).at(0, 1.44), rod([0, 1.5], [0, 2.0], 0.025, steel()), ball(0.1, plastic(c)).at(0, 2.05),
    tube([[0.52, 1.3], [1.0, 1.3], [1.02, 0.4], [0.55, 0.35]], 0.075, plastic(c))), 28, 14),
  "espresso-cups-set-of-4": (c) => seen(all([[-0.55, 0.5], [0.55, 0.5], [-0.55, -0.5], [0.55, -0.5]].map(([x, z], i) => all(
    turned([[0, 0], [0.22, 0], [0.46, 0.06], [0.46, 0.09], [0, 0.05]], glazed(c)), mug(c, 0.27, 0.46).turn(0, -30 + i * 20).at(0, 0.05)).at(x, 0, z))), 20, 28),
  "stoneware-mugs-set-of-6": (c) => seen(all([0, 1, 2].map((i) => [0, 1].map((k) => all(mug(c, 0.42, 0.78), can(0.425, 0.02, matte("#b59b7c"), 0.425, 0)).turn(0, -20 + k * 30).at((i - 1) * 1.15 + k * 0.2, 0, k * -1.1)))), 12, 22),
  "digital-kitchen-scale": (c) => seen(all(box(1.9, 0.14, 2.1, plastic(c), 0.07), can(0.82, 0.05, steel()).at(0, 0.14, -0.15), box(1.5, 0.02, 0.34, gloss("#1f2224"), 0.01).at(0, 0.13, 0.83),
    panel(0.7, 0.24, (pen, w, h) => { bar(pen, "#b9d3c2", 0, 0, w, h); say(pen, "250 g", w / 2, h / 2, 0.17, { font: "JetBrains Mono", colour: "#20302a" }); }).turn(-90).at(0, 0.154, 0.95), feet(0.7, 0.8, 0.1)), -22, 38),
  "banneton-proofing-basket": () => seen(all(many(9, (i) => ring(0.6 + 0.42 * Math.sin(i / 9 * 1.4), 0.075, wicker("#d3a96b")).turn(90).at(0, 0.09 + i * 0.085)), can(0.6, 0.08, wicker("#d3a96b")),
    ball(0.86, granular("dough", ["#f0e3cb", "#fbf4e6", "#e8d8ba"], 8), 1, 0.45, 1).at(0, 0.62)), 0, 30),
  "silicone-baking-mat-pair": () => seen(all([0, 1].map((i) => box(2.2, 0.03, 1.6, rubber(i ? "#c8603f" : "#dca27f"), 0.02).at(0.1 * i, 0.0 + i * 0.05, 0.12 * i).turn(0, i * 6)),
    many(24, (i) => ring(0.13, 0.008, matte("#f2d9c7")).turn(90).at(-0.75 + (i % 6) * 0.33, 0.085, -0.35 + Math.floor(i / 6) * 0.33)).turn(0, 6),
    turned([[0.16, 0], [0.16, 1.6], [0.13, 1.6], [0.13, 0]], rubber("#dca27f"), 0).turn(0, 0, 90).at(0.8, 0.17, -1.1)), -20, 36),
  "springform-cake-tin-24-cm": () => seen(all(vessel(1.05, 0.7, metal("#5d6268", 0.35), 1.05, 0.04), ring(1.06, 0.04, metal("#5d6268")).turn(90).at(0, 0.7), ring(1.07, 0.035, metal("#5d6268")).turn(90).at(0, 0.06),
    box(0.5, 0.2, 0.06, steel()).at(0.1, 0.25, 1.06), box(0.34, 0.1, 0.12, steel(), 0.05).at(0.2, 0.3, 1.12)), 22, 26),
  "muffin-tray-12-cups": () => seen(all(cut(oblong(0, 0, 3.1, 2.4), 0.05, metal("#6a6f75", 0.4), { holes: many12((x, y) => oval(x, y, 0.29)) }).turn(-90).at(0, 0.45),
    many12((x, y) => vessel(0.24, 0.42, metal("#6a6f75", 0.4), 0.31, 0.02).at(x, 0.02, -y))), -20, 40),
  "hand-mixer-5-speeds": (c) => seen(all(
    cut([[-0.9, 0], [0.5, 0], [0.85, 0.18], [0.95, 0.42], [0.6, 0.62], [-0.2, 0.62], [-0.9, 0.5], [-1.0, 0.25]], 0.62, plastic(c), { soft: true, bevel: 0.18 }).at(0, 1.15),
    tube([[0.55, 1.7], [0.4, 2.15], [-0.3, 2.18], [-0.85, 1.95], [-0.95, 1.5]], 0.13, plastic(c)), box(0.2, 0.1, 0.22, plastic("#e9e9e7")).at(0.2, 2.24),
    [-0.2, 0.2].map((z) => all(rod([0.4, 1.2], [0.4, 0.7], 0.03, chrome()), [0, 60, 120].map((a) => tube([[0, 0.72], [0.22, 0.5], [0.2, 0.1], [0, 0.02], [-0.2, 0.1], [-0.22, 0.5], [0, 0.72]], 0.018, chrome()).turn(0, a).at(0.4))).at(0, 0, z))), 24, 8),
  "countertop-blender": (c) => seen(all(turned([[0, 0], [0.62, 0], [0.6, 0.15], [0.42, 0.62], [0, 0.66]], plastic(c), 0.1), can(0.1, 0.06, chrome()).turn(76).at(0, 0.3, 0.54),
    turned([[0.34, 0.68], [0.5, 1.9], [0.47, 1.9], [0.31, 0.7], [0, 0.7]], glass("#dfeaec", 0.32)), can(0.36, 0.12, rubber()).at(0, 0.62), can(0.53, 0.16, rubber()).at(0, 1.9), can(0.2, 0.12, glass("#ddd", 0.5)).at(0, 2.06),
    tube([[0.48, 1.75], [0.85, 1.7], [0.8, 1.1], [0.42, 0.95]], 0.065, glass("#dfeaec", 0.55)), many(4, (i) => cut([[0, -0.03], [0.2, 0], [0, 0.03]], 0.02, chrome(), { bevel: 0.004 }).turn(60, i * 90, 30).at(0, 0.8))), 18, 12),
  "rice-cooker-1-8-l": (c) => seen(all(bowed([[0, 0.06], [0.8, 0.06], [1, 0.3], [1.02, 0.8], [0.96, 1.0]], plastic(c)), bowed([[0.97, 1.0], [0.92, 1.12], [0.5, 1.3], [0, 1.34]], plastic(tone(c, 0.25))), ring(0.97, 0.03, chrome()).turn(90).at(0, 1.0),
    tube([[-0.45, 1.28, 0], [-0.4, 1.52, 0], [0.4, 1.52, 0], [0.45, 1.28, 0]], 0.07, rubber()), box(0.62, 0.5, 0.12, plastic("#26282a"), 0.1).at(0, 0.3, 0.97),
    panel(0.4, 0.18, (pen, w, h) => { bar(pen, "#f0b35c", 0, 0, w, h); say(pen, "1:25", w / 2, h / 2, 0.16, { font: "JetBrains Mono" }); }).at(0, 0.52, 1.04), feet(0.6, 0.6)), -16, 18),
  "bamboo-steamer-2-tiers": () => seen(all([0, 0.5].map((y) => all(vessel(1, 0.46, wood("bamboo"), 1, 0.06), ring(1.01, 0.04, wood("walnut")).turn(90).at(0, 0.4)).at(0, y)), all(can(1.02, 0.26, wood("bamboo")), 
    many(13, (i) => box(0.1, 0.03, 2 * Math.sqrt(1 - ((i - 6) / 6.8) ** 2) * 0.95, wood(i % 2 ? "bamboo" : "pale"), 0.01).at((i - 6) * 0.145, 0.26)), ring(1.0, 0.05, wood("bamboo")).turn(90).at(0, 0.27)).at(0, 1.0),
    tube([[-0.2, 1.3, 0], [-0.12, 1.42, 0], [0.12, 1.42, 0], [0.2, 1.3, 0]], 0.035, wood("walnut"))), 20, 26),
  "salad-spinner": (c) => seen(all(bowed([[0, 0], [0.7, 0], [0.98, 0.5], [1.02, 1.0]], glass("#e4eef0", 0.34)), circle(22, 0.9, () => rod([0, 0.1, -0.3], [0, 0.95, 0], 0.018, plastic(c))), ring(0.92, 0.03, plastic(c)).turn(90).at(0, 0.95),
    many(9, (i) => ball(0.3, felt(i % 2 ? "#6f9d3c" : "#93bd55"), 1, 0.5, 1).at(Math.cos(i * 2.4) * 0.45, 0.25 + (i % 3) * 0.16, Math.sin(i * 2.4) * 0.45)),
    turned([[1.06, 1.0], [1.06, 1.06], [0.9, 1.14], [0, 1.18]], plastic(c)), can(0.2, 0.14, plastic(tone(c, -0.2))).at(0.0, 1.17), rod([0, 1.28], [0.55, 1.28], 0.05, plastic(tone(c, -0.2))), can(0.1, 0.2, plastic("#f4f4f2")).at(0.55, 1.26)), 14, 20),
  "glass-storage-jars-set-of-5": () => seen(all(["pasta", "rice", "lentils", "oats", "beans"].map((name, i) => jar(0.38, 1.7 - i * 0.26, granular(`stored ${name}`, [["#e6c47b", "#f0d493"], ["#f4efe2", "#fffaf0", "#e3dccb"], ["#c8693a", "#dd8450", "#b35a2e"], ["#dcc49a", "#e9d7b3"], ["#5a2a25", "#7a3a32", "#43201c"]][i], [9, 4, 5, 6, 8][i])).at((i - 2) * 0.86, 0, (i % 2) * 0.35))), 8, 14),
  "lunch-box-3-compartments": (c) => seen(all(box(2.3, 0.5, 1.5, plastic(c), 0.18), box(2.14, 0.06, 1.34, plastic(tone(c, -0.25)), 0.03).at(0, 0.46),
    [[-0.55, 0, 0.95, 1.2], [0.5, 0.31, 1.0, 0.58], [0.5, -0.31, 1.0, 0.58]].map(([x, z, w, d], i) => box(w, 0.1, d, granular(`lunch ${i}`, [["#f7f3e8", "#fffdf5"], ["#7fae45", "#5f8f33", "#9cc564"], ["#d9542e", "#e6784a", "#f2b134"]][i], 8), 0.05).at(x, 0.48, z)),
    box(2.3, 0.14, 1.5, plastic(tone(c, 0.15)), 0.07).turn(-72).at(0, 1.0, -0.95), [-0.95, 0.95].map((x) => box(0.06, 0.3, 0.06, plastic("#eee"), 0.02).at(x, 0.2, 0.76))), -18, 34),
  "insulated-food-flask": (c) => seen(all(can(0.6, 1.25, plastic(c, 0.3)), ring(0.6, 0.03, steel()).turn(90).at(0, 1.25), can(0.58, 0.2, steel()).at(0, 1.25), can(0.62, 0.42, plastic(tone(c, -0.1), 0.3)).at(0, 1.45), can(0.45, 0.05, plastic(tone(c, -0.2))).at(0, 1.87),
    all(cut(oval(0, 0.22, 0.16, 0.22), 0.06, steel(), { soft: true }), rod([0, -0.6], [0, 0.05], 0.035, steel())).turn(-14, 0, 20).at(0.95, 0.62, 0.3)), -14, 14),
  "cocktail-shaker-set": () => seen(all(turned([[0, 0], [0.36, 0], [0.44, 1.3], [0.42, 1.34], [0.24, 1.7], [0.22, 1.74], [0, 1.76]], chrome(), 0.05), turned([[0.23, 1.72], [0.23, 1.95], [0.16, 2.05], [0, 2.06]], chrome(), 0.08), ring(0.435, 0.012, steel()).turn(90).at(0, 1.31),
    turned([[0.26, 0], [0.05, 0.3], [0.05, 0.36], [0.2, 0.7], [0.19, 0.7], [0.03, 0.36]], chrome(), 0.04).at(0.85, 0, 0.35), all(rod([0, 0], [0, 1.5], 0.025, steel()), ball(0.07, steel())).turn(0, 0, 24).at(-0.55, 0.06, 0.35)), 0, 14),
  "wine-glasses-set-of-6": () => seen(all([0, 1, 2].map((i) => [0, 1].map((k) => wineGlass().at((i - 1) * 1.0 + k * 0.3, 0, k * -0.9)))), 8, 14),
  "tumblers-set-of-8": (c) => seen(all([0, 1, 2, 3].map((i) => [0, 1].map((k) => tumbler(c).at((i - 1.5) * 0.98 + k * 0.2, 0, k * -1)))), 10, 22),
  "linen-tea-towels-set-of-3": (c) => lying([0, 1, 2].map((i) => cloth(squarish(1.3, 2.2, 0.04), room(1.3, 2.2), [tone(c, 0.35), c, tone(c, -0.25)][i], { puff: 0.08, edge: 0.1, folds: 0.03, seed: i + 2, weave: 5,
    paint: each(stripes(i === 1 ? tone(c, 0.6) : tone(c, i ? 0.3 : -0.1), 0.15, 0.5, 0.12, 0.05), sewn(tone(c, -0.3), ["M0.02 0V2.2"], { wide: 0.012 })) }).at((i - 1) * 0.75, (1 - i) * 0.25, i * 0.12).turn(0, 0, 8 - i * 8))),
  "canvas-apron": (c) => lying(cloth("M-0.55 3Q0 2.92 0.55 3L0.62 2.9Q0.66 2.2 1.2 1.85L1.25 0.05Q0 -0.05 -1.25 0.05L-1.2 1.85Q-0.66 2.2 -0.62 2.9Z", [-1.4, -0.1, 1.4, 3.1], c, { puff: 0.06, edge: 0.15, folds: 0.05, weave: 6,
    paint: each(hem(tone(c, -0.16), 0.04), sewn(tone(c, -0.25), ["M-0.6 1.35H0.6V0.75H-0.6ZM0 1.35V0.75"], { wide: 0.03 })) }), tube([[-0.5, 2.95, 0.08], [-0.5, 3.5, 0.06], [0, 3.75, 0.06], [0.5, 3.5, 0.06], [0.5, 2.95, 0.08]], 0.05, leather("#8a5a38")),
    [-1, 1].map((s) => tube([[s * 1.18, 1.85, 0.06], [s * 1.5, 1.7, 0.05], [s * 1.45, 1.2, 0.05], [s * 1.62, 0.8, 0.05]], 0.04, leather("#8a5a38")))),
  "fondue-set": (c) => seen(all(can(0.95, 0.06, wood("walnut")), circle(3, 0.5, () => rod([0, 0.05, 0.25], [0, 0.8, 0], 0.035, iron())), ring(0.6, 0.035, iron()).turn(90).at(0, 0.8), can(0.22, 0.22, steel()).at(0, 0.06),
    bowed([[0, 0.75], [0.45, 0.76], [0.68, 1.0], [0.64, 1.32], [0.6, 1.32], [0.62, 1.0], [0, 0.85]], gloss(c)), can(0.61, 0.02, glazed("#f0c95e")).at(0, 1.2), tube([[0.62, 1.1], [0.95, 1.18], [1.3, 1.3]], 0.08, gloss(c)),
    [[0.1, 0.25], [-0.25, 0.1], [0.3, -0.15]].map(([x, z], i) => all(rod([0, 0], [0, 0.9], 0.02, steel()), rod([0, 0.9], [0, 1.3], 0.04, wood(["dark", "beech", "walnut"][i]))).turn(10 - i * 14, 0, 26 - i * 12).at(x, 1.15, z))), -14, 18),
  "waffle-iron": () => seen(all(can(0.98, 0.26, plastic("#2d2f32")), can(0.86, 0.04, metal("#777b80")).at(0, 0.26), many(25, (i) => box(0.24, 0.07, 0.24, metal("#8a8e93", 0.4), 0.02).at(((i % 5) - 2) * 0.31, 0.28, (Math.floor(i / 5) - 2) * 0.31)),
    all(can(0.98, 0.24, steel()), can(0.86, 0.05, metal("#777b80")).at(0, -0.05)).turn(-68).at(0, 1.05, -1.12), box(0.36, 0.12, 0.5, rubber(), 0.06).at(0, 0.06, 1.15), box(0.36, 0.12, 0.36, rubber(), 0.06).turn(-68).at(0, 2.0, -0.8), ball(0.06, glow("#e2553a")).at(0.45, 0.16, 0.86),
    can(0.8, 0.13, granular("waffle", ["#d99a45", "#c9863a", "#e6b062"], 6)).at(1.7, 0.06, 0.5), many(21, (i) => box(0.2, 0.08, 0.2, matte("#b8742c"), 0.03).at(1.7 + ((i % 5) - 2) * 0.27, 0.13, 0.5 + (Math.floor(i / 5) - 1.7) * 0.27)), turned([[0, 0], [0.7, 0], [1.0, 0.06], [1, 0.09], [0, 0.03]], glazed("#f4f1ea")).at(1.7, 0, 0.5)), -14, 30),
  "toaster-2-slots": (c) => seen(all(box(2, 1.15, 1.05, gloss(c), 0.28).at(0, 0.1), box(1.96, 0.14, 1.0, rubber(), 0.06), [-0.2, 0.2].map((z) => all(box(1.45, 0.03, 0.2, metal("#333", 0.5), 0.01).at(0, 1.24, z), box(1.2, 0.5, 0.13, granular("toast", ["#d9a45f", "#c8904a", "#e4b878"], 6), 0.06).at(0, 0.98, z))),
    box(0.06, 0.5, 0.08, rubber(), 0.02).at(1.0, 0.4), box(0.14, 0.1, 0.34, rubber(), 0.04).at(1.05, 0.75), can(0.13, 0.08, chrome()).turn(0, 0, -90).at(1.0, 0.35, 0.3)), -24, 18),
  "pizza-stone-35-cm": () => seen(all(can(1.35, 0.14, stone("#cdb795")), [-1, 1].map((s) => tube([[s * 1.3, 0.02, 0.3], [s * 1.6, 0.12, 0.25], [s * 1.6, 0.12, -0.25], [s * 1.3, 0.02, -0.3]], 0.04, steel())), turned([[0, 0.2], [0.9, 0.2], [1.0, 0.28], [1.1, 0.24], [1.1, 0.14], [0, 0.14]], granular("crust", ["#d9a35c", "#e8bd7e", "#c88a42"], 9), 0.06),
    can(0.95, 0.03, granular("topping", ["#c83d22", "#e8c25c", "#f3d98a", "#b93018", "#f0d27a"], 15)).at(0, 0.2), many(7, (i) => can(0.15, 0.03, matte("#a8281c")).at(Math.cos(i * 2.4) * (0.3 + i * 0.07), 0.23, Math.sin(i * 2.4) * (0.3 + i * 0.07))), many(4, (i) => cut([[0, 0], [0.1, 0.1], [0.26, 0.02], [0.1, -0.08]], 0.02, matte("#3f7a2f"), { soft: true }).turn(-90, 0, i * 80).at(-0.35 + i * 0.25, 0.25, 0.3 - i * 0.22))), 14, 36),
  "olive-oil-dispenser": () => seen(all(turned([[0, 0], [0.42, 0], [0.44, 0.06], [0.44, 0.9], [0.16, 1.4], [0.13, 1.7], [0, 1.7]], glass("#dfe8d8", 0.34), 0.1), turned([[0, 0.03], [0.4, 0.03], [0.4, 0.85], [0.3, 1.02], [0, 1.02]], gloss("#a8962a"), 0.05), can(0.14, 0.12, cork()).at(0, 1.66), tube([[0, 1.75], [0, 1.95], [0.12, 2.05], [0.36, 2.1]], 0.04, steel()),
    [[0.72, 0.3], [0.9, 0.05], [0.62, 0.6]].map(([x, z]) => ball(0.13, glazed("#6f7a2a"), 1.2, 1, 1).at(x, 0.13, z))), 0, 14),
  "pepper-mill-beech": () => seen(all(turned([[0, 0], [0.4, 0], [0.42, 0.15], [0.3, 0.3], [0.24, 0.8], [0.34, 1.2], [0.35, 1.38], [0.2, 1.45], [0.2, 1.5], [0.34, 1.6], [0.34, 1.85], [0.2, 2.02], [0, 2.05]], wood("beech", 0.4), 0.12), ball(0.08, steel()).at(0, 2.1), ring(0.2, 0.025, steel()).turn(90).at(0, 1.475),
    many(9, (i) => ball(0.05, matte("#2c211c")).at(0.55 + (i % 3) * 0.17, 0.05, 0.35 + Math.floor(i / 3) * 0.14 - (i % 2) * 0.06))), 0, 14),
  "garlic-press": () => lying(all([-1, 1].map((s) => cut([[0, 0], [0.7, s * 0.1], [2.0, s * 0.4], [2.3, s * 0.4], [2.3, s * 0.22], [1.2, s * -0.02], [0.5, s * -0.12]], 0.22, metal("#c3c7cb", 0.25), { soft: true }).at(0, 0, 0.15)),
    cut(oblong(-0.35, 0, 0.75, 0.62), 0.4, metal("#c3c7cb", 0.25), { holes: [oblong(-0.38, 0, 0.5, 0.4)] }).at(0, 0, 0.22), many(20, (i) => can(0.03, 0.01, matte("#222")).turn(90).at(-0.56 + (i % 5) * 0.09, -0.13 + Math.floor(i / 5) * 0.09, 0.2)), can(0.07, 0.5, steel()).turn(90).at(0.08, 0, 0)).turn(0, 0, 40)),
  "cheese-board-with-knives": () => seen(all(can(1.25, 0.12, plank("oak")), cut([[0, -0.55], [0.85, -0.18], [0.85, 0.2], [0, 0.5]], 0.42, plastic("#f2cf6a", 0.6), { holes: [] }).turn(-90).at(-0.35, 0.34, -0.1), turned([[0, 0], [0.4, 0], [0.42, 0.06], [0.42, 0.2], [0.38, 0.26], [0, 0.27]], felt("#f6f1e4")).at(0.15, 0.12, 0.62),
    [0, 1, 2].map((i) => all(rod([0, 0, 0.1], [0, 0, 0.75], 0.05, wood("walnut")), cut([[-0.08, 0], [0.1, 0], [0.1, 0.6], [-0.08, 0.45]], 0.02, steel(), { bevel: 0.005 }).turn(-90)).at(0.75 + i * 0.28, 0.17 - i * 0.0, -0.05 + i * 0.16).turn(0, -8)), many(8, (i) => ball(0.1, glazed(i % 2 ? "#5f2f52" : "#7a3f63")).at(-0.75 + (i % 3) * 0.17, 0.2 + Math.floor(i / 6) * 0.13, 0.55 + Math.floor(i / 3) % 2 * 0.16))), -16, 34),
  "ice-cream-maker": () => seen(all(can(0.85, 1.1, plastic("#f1efe9"), 0.92), ring(0.93, 0.03, chrome()).turn(90).at(0, 1.1), can(0.93, 0.2, glass("#e6edf0", 0.45)).at(0, 1.1), box(0.6, 0.4, 0.75, plastic("#5fa7a0"), 0.14).at(0, 1.22), ball(0.55, felt("#f6c9cf"), 1, 0.4, 1).at(0.0, 1.1),
    ball(0.08, glow("#46b27c", 0.3)).at(0, 0.7, 0.9), all(turned([[0.04, 0], [0.32, 0.75], [0.3, 0.75], [0, 0.04]], granular("cone", ["#d9a35a", "#c98d41", "#e5b674"], 6), 0), ball(0.33, felt("#f4e3bb")).at(0, 0.9), ball(0.3, felt("#e79aa6")).at(0.02, 1.28)).turn(0, 0, -10).at(1.25, 0.0, 0.35)), -6, 14),
  "chopstick-set-10-pairs": (c) => lying(many(20, (i) => all(rod([0, -1.5], [0, 0.8], 0.022, wood(["dark", "walnut", "beech", "oak", "willow"][Math.floor(i / 4)]), 0.045), rod([0, 0.8], [0, 1.5], 0.045, gloss(tone(c, [-0.3, -0.15, 0, 0.2, 0.4][Math.floor(i / 4)])), 0.05)).at((i - 9.5) * 0.14 + (i % 2) * -0.02, (i % 2) * 0.03, 0.06)).turn(0, 0, 0)),
};

function many12(make) {
  return Array.from({ length: 12 }, (_, i) => make(((i % 4) - 1.5) * 0.74, (Math.floor(i / 4) - 1) * 0.74));
}

// Worn and carried things that stand: shoes, boots, bags.

import * as THREE from "three";
import { cloth } from "./cloth.mjs";
import { all, ball, box, can, cut, mesh, ring, rod, seen, sided, strap, tube, turned } from "./forms.mjs";
import { canvas, felt, leather, matte, metal, plastic, rubber, tone } from "./stuff.mjs";

const MADE_OF = { leather, canvas, felt, rubber };

// One shoe pointing left: a foot over its sole, a shaft that is open above, a collar, laces.
function foot({ upper, sole, toe, kind = "leather", high = 0, heel = 0.16, laces, strapped, open, elastic, lugs, band, low }) {
  const skin = MADE_OF[kind](upper);
  const top = low ? 0.86 : 1.02 + high;
  const lace = (x, y, wide) => rod([x, y, -wide], [x + 0.07, y + 0.02, wide], 0.04, canvas(laces));
  return all(
    footform(skin),
    all(turned([[0.43, 0.25], [0.42, 0.7], [0.46, top], [0.41, top], [0.39, top - 0.15], [0, top - 0.16]], skin, 0.05)).size(1.08, 1, 0.84).at(0.36),
    all(can(0.38, 0.02, matte("#1d1a19"))).size(1.08, 1, 0.84).at(0.36, top - 0.14),
    all(ring(0.44, open ? 0.09 : 0.045, MADE_OF[kind](tone(upper, open ? 0.25 : -0.22)))).turn(90).size(1.08, 0.84, 1).at(0.36, top),
    footprint(heel, sole).at(0, heel / 2),
    band && footprint(0.06, band).size(1.015, 1.03, 1).at(0, heel * 0.8),
    lugs && Array.from({ length: 8 }, (_, i) => box(0.18, 0.14, 0.86, rubber(sole), 0.03).at(-1.12 + i * 0.26, -0.06)),
    toe && all(ball(0.5, rubber(toe), 0.7, 0.5, 0.9)).at(-1.1, 0.3),
    laces && [0, 1, 2, 3].map((i) => lace(-0.72 + i * 0.16, 0.72 + i * 0.045, 0.26)),
    laces && high > 0 && [0, 1, 2, 3].map((i) => lace(-0.19, 1 + i * 0.15, 0.18)),
    strapped && strap([[-0.42, 0.45, 0.53], [-0.35, 0.86, 0.25], [-0.35, 0.9, -0.2], [-0.4, 0.5, -0.52]], 0.22, 0.05, canvas(strapped)),
    elastic && cut([[0.14, 0.6], [0.6, 0.6], [0.58, top - 0.06], [0.16, top - 0.06]], 0.79, canvas(elastic), {}),
  );
}

const footprint = (thick, colour) => cut(PRINT, thick, rubber(colour), { bevel: Math.min(0.06, thick / 3), soft: true }).turn(-90);

// What it leaves in the sand.
const HALF = [[-1.53, 0.16], [-1.36, 0.38], [-1.0, 0.5], [-0.6, 0.52], [-0.1, 0.43], [0.4, 0.42], [0.75, 0.38], [0.9, 0.18]];
const PRINT = [...HALF, ...HALF.toReversed().map(([x, y]) => [x, -y])];

// [x, half width, lowest, highest] from toe to heel, and what is stretched over them.
const FOOT = [[-1.5, 0.1, 0.14, 0.3], [-1.4, 0.3, 0.1, 0.46], [-1.05, 0.47, 0.08, 0.6], [-0.6, 0.5, 0.08, 0.76], [-0.2, 0.42, 0.08, 0.88],
  [0.2, 0.38, 0.08, 0.9], [0.6, 0.4, 0.08, 0.86], [0.78, 0.3, 0.1, 0.8], [0.88, 0.1, 0.14, 0.66]];

function footform(material) {
  const around = 40;
  const line = new THREE.CatmullRomCurve3(FOOT.map(([x, , , high], i) => new THREE.Vector3(x, high, i)));
  const spans = new THREE.CatmullRomCurve3(FOOT.map(([, wide, low]) => new THREE.Vector3(wide, low, 0)));
  const form = new THREE.PlaneGeometry(1, 1, 60, around);
  const at = form.attributes.position;
  for (let i = 0; i < at.count; i++) {
    const part = (i % 61) / 60;
    const angle = (Math.floor(i / 61) / around) * 2 * Math.PI;
    const [{ x, y: high }, { x: wide, y: low }] = [line.getPoint(part), spans.getPoint(part)];
    const [up, side] = [Math.sin(angle), Math.cos(angle)].map((v) => Math.sign(v) * Math.abs(v) ** 0.75);
    at.setXYZ(i, x, (high + low) / 2 + (up * (high - low)) / 2, side * wide * (up > 0 ? 1 - 0.3 * up : 1));
  }
  form.computeVertexNormals();
  return mesh(form, sided(material));
}

export const shoe = (how) => seen(all(foot(how).turn(0, 8).at(0, 0, 0.62), foot(how).turn(0, -16).at(0.35, 0, -0.85)), -22, 16);

export function pack(c) {
  return seen(all(
    all(ball(1, canvas(c), 0.85, 1.25, 0.55)).at(0, 1.22), box(1.55, 1.6, 0.75, canvas(c), 0.32).at(0, 0.06),
    box(1.25, 0.95, 0.35, canvas(tone(c, 0.1)), 0.16).at(0, 0.14, 0.42), box(0.95, 0.03, 0.03, metal(), 0.01).at(0, 0.92, 0.6),
    tube([[-0.72, 1.15, 0.42], [-0.5, 2.0, 0.42], [0, 2.3, 0.2], [0.5, 2.0, 0.42], [0.72, 1.15, 0.42]], 0.022, metal("#d9d9d6")),
    tube([[-0.2, 2.4, -0.1], [-0.18, 2.68, -0.15], [0.18, 2.68, -0.15], [0.2, 2.4, -0.1]], 0.05, canvas(tone(c, -0.3))),
    [-1, 1].map((s) => strap([[s * 0.4, 2.2, -0.4], [s * 0.95, 1.7, -0.55], [s * 0.98, 0.7, -0.45], [s * 0.7, 0.15, -0.35]], 0.2, 0.09, canvas(tone(c, -0.3)))),
    [-1, 1].map((s) => all(can(0.2, 0.6, canvas(tone(c, -0.2)), 0.22)).at(s * 0.85, 0.12, 0.05)), all(can(0.16, 0.7, plastic("#d7e3e8", 0.25)), can(0.1, 0.12, rubber()).at(0, 0.7)).at(0.87, 0.2, 0.05),
    box(0.26, 0.16, 0.02, leather("#8a5a38"), 0.01).at(0, 1.55, 0.5),
  ), -24, 12);
}

// A glove, its back up and its thumb to the right, the wrist at y 0.
const HAND = "M-0.42 0H0.42L0.5 0.75Q0.62 0.85 0.78 1.1Q0.98 1.3 0.9 1.42Q0.8 1.52 0.66 1.38L0.5 1.25L0.52 2.05Q0.52 2.2 0.41 2.2Q0.3 2.2 0.29 2.05L0.26 1.5" +
  "L0.24 2.3Q0.23 2.44 0.12 2.44Q0.01 2.44 0 2.3L-0.01 1.5L-0.05 2.22Q-0.06 2.35 -0.17 2.35Q-0.28 2.35 -0.28 2.22L-0.26 1.45L-0.34 1.95Q-0.36 2.06 -0.46 2.05Q-0.57 2.03 -0.55 1.9L-0.5 1L-0.5 0.75Z";

export const glove = (c, how = {}) => cloth(HAND, [-0.65, -0.05, 1, 2.5], c, { puff: 0.26, edge: 0.22, folds: 0.015, ...how });

// A sock from its side, its cuff up and its toes to the right.
const SOCK = "M-0.42 2.6H0.42L0.4 1.2Q0.42 0.85 0.8 0.72L1.3 0.6Q1.75 0.5 1.72 0.18Q1.68 -0.1 1.3 -0.1H0.1Q-0.5 -0.1 -0.52 0.35Q-0.5 0.7 -0.42 1.2Z";

export const sock = (c, how = {}) => cloth(SOCK, [-0.6, -0.15, 1.8, 2.65], c, { puff: 0.16, edge: 0.2, folds: 0.015, kind: "knit", weave: 2.4, ...how });

// Worn and carried things that stand: shoes, boots, bags.


import * as THREE from "three";
import { all, ball, box, can, cut, mesh, ring, rod, seen, sided, strap, tube } from "./forms.mjs";
import { canvas, felt, leather, matte, metal, plastic, rubber, tone } from "./stuff.mjs";

const MADE_OF = { leather, canvas, felt, rubber };

// One shoe pointing left, its parts as wide as a foot: an upper over a sole, a collar, laces.
function foot({ upper, sole, toe, kind = "leather", high = 0, heel = 0.16, curve = 0.1, laces, strapped, open, elastic, lugs, band, low }) {
  const skin = MADE_OF[kind](upper);
  const top = 0.95 + high;
  return all(
    footform(top, skin),
    cut([[-1.55, curve], [-1.5, heel + curve * 0.8], [-0.9, heel], [0.85, heel * 1.15], [0.92, 0.02], [0.3, 0], [-1.0, 0]], 1.06, rubber(sole), { bevel: 0.1, soft: true }).size(1, 1, 0.86),
    lugs && Array.from({ length: 8 }, (_, i) => box(0.18, 0.12, 1.04, rubber(sole), 0.03).at(-1.15 + i * 0.27, -0.05)),
    toe && all(ball(0.5, rubber(toe), 0.7, 0.5, 0.9)).at(-1.1, 0.26 + curve * 0.5),
    all(ring(0.33, open ? 0.1 : 0.07, MADE_OF[kind](tone(upper, -0.22)))).turn(90).size(0.95, 0.85, 1).at(0.37, top * (low ? 0.93 : 1)),
    all(can(0.31, 0.02, matte("#1d1a19"))).size(0.95, 1, 0.85).at(0.37, top * (low ? 0.93 : 1) + 0.01),
    laces && Array.from({ length: 4 }, (_, i) => rod([-0.62 + i * 0.18, 0.74 + i * (0.05 + high * 0.1), -0.26], [-0.55 + i * 0.18, 0.76 + i * (0.05 + high * 0.1), 0.28], 0.04, canvas(laces))),
    strapped && strap([[-0.42, 0.45, 0.53], [-0.35, 0.86, 0.25], [-0.35, 0.9, -0.2], [-0.4, 0.5, -0.52]], 0.22, 0.05, canvas(strapped)),
    elastic && cut([[0.1, 0.45], [0.6, 0.45], [0.55, top * 0.97], [0.16, top * 0.97]], 0.9, canvas(elastic), {}),
    band && box(1.5, 0.05, 1.1, rubber(band), 0.02).at(-0.3, heel - 0.02),
  );
}

// [x, half width, lowest, highest] from toe to heel, and what is stretched over them.
const FOOT = [[-1.5, 0.1, 0.14, 0.3], [-1.4, 0.3, 0.1, 0.46], [-1.05, 0.47, 0.08, 0.6], [-0.6, 0.5, 0.08, 0.78], [-0.2, 0.42, 0.08, 1],
  [0.2, 0.38, 0.08, 1], [0.6, 0.4, 0.08, 1], [0.78, 0.3, 0.1, 0.97], [0.86, 0.1, 0.14, 0.9]];

function footform(top, material) {
  const around = 40;
  const line = new THREE.CatmullRomCurve3(FOOT.map(([x, , , high], i) => new THREE.Vector3(x, high >= 0.9 ? high * top : high, i)));
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

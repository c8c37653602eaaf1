// What grows: leaves by the thousand, in crowns, hedges, beds and meadows.

import * as THREE from "three";
import { all, mesh, rod } from "../products/forms.mjs";
import { chance } from "../products/stuff.mjs";
import { paint } from "./stuff.mjs";

const LEAF = new THREE.BufferGeometry();
LEAF.setAttribute("position", new THREE.Float32BufferAttribute([0, 0, 0, 0.42, 0.5, 0.12, 0, 1, 0, -0.42, 0.5, 0.12], 3));
LEAF.setIndex([0, 1, 2, 0, 2, 3]);
LEAF.computeVertexNormals();
const BLADE = new THREE.BufferGeometry();
BLADE.setAttribute("position", new THREE.Float32BufferAttribute([-0.05, 0, 0, 0.05, 0, 0, 0.04, 1, 0.25], 3));
BLADE.computeVertexNormals();

export const GREENS = ["#4f7a2e", "#5f8c36", "#456e2c", "#77a043"];
export const AUTUMN = ["#b5762c", "#c98f35", "#9a5a28", "#d1a546"];
export const OLIVE = ["#6f7d4a", "#83925c", "#5d6b3e"];

// So many leaves where `place(any)` says, each turned anyhow, or standing up as blades do.
export function leaves(count, place, size, colours, { seed = 1, shape = LEAF, upright = false } = {}) {
  const any = chance(seed * 97 + 5);
  const made = new THREE.InstancedMesh(shape, paint("#fff", 0.8), count);
  made.material.side = THREE.DoubleSide;
  const one = new THREE.Object3D();
  for (let i = 0; i < count; i++) {
    one.position.set(...place(any));
    one.rotation.set(upright ? (any() - 0.5) * 0.5 : any() * 7, any() * 7, upright ? 0 : any() * 7);
    one.scale.setScalar(size * (0.6 + any() * 0.8));
    one.updateMatrix();
    made.setMatrixAt(i, one.matrix);
    made.setColorAt(i, new THREE.Color(colours[Math.floor(any() * colours.length)]).multiplyScalar(0.75 + any() * 0.5));
  }
  made.frustumCulled = false;
  return made;
}

const onBall = (any, r) => {
  const [turn, up] = [any() * Math.PI * 2, any() * 2 - 1];
  const [flat, far] = [Math.sqrt(1 - up * up), r * Math.cbrt(0.35 + 0.65 * any())];
  return [Math.cos(turn) * flat * far, up * far, Math.sin(turn) * flat * far];
};

export function tree({ tall = 6.5, wide = 2.1, colours = GREENS, seed = 1, count = 1800, leaf = 0.14 } = {}) {
  const any = chance(seed * 31 + 7);
  const bark = paint("#5b4a3a", 0.95);
  const blobs = Array.from({ length: 9 }, (_, i) => {
    const turn = i * 2.4 + any();
    const out = i ? wide * (0.3 + 0.35 * any()) : 0;
    return [Math.cos(turn) * out, tall * 0.68 + (any() - 0.45) * wide * 1.1, Math.sin(turn) * out, wide * (0.5 + any() * 0.22)];
  });
  const crown = leaves(count, (pick) => {
    const [x, y, z, r] = blobs[Math.floor(pick() * blobs.length)];
    const [a, b, c] = onBall(pick, r);
    return [x + a, y + b * 0.85, z + c];
  }, wide * leaf, colours, { seed });
  const limbs = blobs.slice(1, 6).map(([x, y, z]) => rod([0, tall * 0.32, 0], [x * 0.8, y, z * 0.8], tall * 0.012, bark, tall * 0.006));
  return all(rod([0, 0, 0], [0, tall * 0.55, 0], tall * 0.026, bark, tall * 0.016), limbs, crown);
}

// A pointed tree, as firs and cypresses are.
export const cone = ({ tall = 5, wide = 0.9, colours = ["#2f5536", "#3b6640", "#294b30"], seed = 1 } = {}) => all(
  rod([0, 0, 0], [0, tall * 0.3, 0], 0.09, paint("#5b4a3a")),
  leaves(1600, (any) => {
    const [up, turn] = [1 - Math.sqrt(any()), any() * 7];
    const out = wide * (1 - up) * Math.sqrt(0.4 + 0.6 * any());
    return [Math.cos(turn) * out, tall * (0.12 + 0.88 * up), Math.sin(turn) * out];
  }, 0.24, colours, { seed }));

export const bush = ({ r = 0.5, colours = GREENS, seed = 1, count = 420 } = {}) =>
  leaves(count, (any) => onBall(any, r).map((v, i) => (i === 1 ? v * 0.8 + r * 0.7 : v)), Math.max(0.1, r * 0.24), colours, { seed });

export const hedge = (long, tall = 0.9, deep = 0.6, { colours = GREENS, seed = 1 } = {}) => all(
  mesh(new THREE.BoxGeometry(long * 0.98, tall * 0.92, deep * 0.86).translate(0, tall * 0.46, 0), paint("#2c4420")),
  leaves(Math.round(long * tall * 420), (any) => [(any() - 0.5) * long, any() * tall, deep * (0.3 + 0.25 * any()) * (any() < 0.75 ? 1 : -1)], 0.14, colours, { seed }),
  leaves(Math.round(long * deep * 300), (any) => [(any() - 0.5) * long, tall * (0.9 + 0.12 * any()), (any() - 0.5) * deep], 0.14, colours, { seed }));

// Blades where the lens is near enough to see them, on a ground of `wide` by `deep` metres.
export const blades = (wide, deep, count = 9000, { tall = 0.14, colours = ["#638f3e", "#759f47", "#557d35"], seed = 1 } = {}) =>
  leaves(count, (any) => [(any() - 0.5) * wide, 0, (any() - 0.5) * deep], tall, colours, { seed, shape: BLADE, upright: true });

// Flowers over their green.
export const bed = (wide, deep, colours, { seed = 1, tall = 0.45, many = 60 } = {}) => all(
  leaves(Math.round(wide * deep * 260), (any) => [(any() - 0.5) * wide, any() * tall * 0.75, (any() - 0.5) * deep], 0.16, GREENS, { seed }),
  leaves(Math.round(wide * deep * many), (any) => [(any() - 0.5) * wide, tall * (0.7 + any() * 0.4), (any() - 0.5) * deep], 0.14, colours, { seed: seed + 1 }));

export const pot = (r, tall, colour, plant) => all(
  mesh(new THREE.CylinderGeometry(r, r * 0.74, tall, 20).translate(0, tall / 2, 0), paint(colour)), plant.at(0, tall, 0));

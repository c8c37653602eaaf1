// Cloth, and all that is soft and lies flat: an outline filled like a cushion, with folds and what is sewn or printed on.

import * as THREE from "three";
import { mesh } from "./forms.mjs";
import { chance, drawn, texture, tone, felt, canvas, knit, leather, velvet, matte } from "./stuff.mjs";

const FINE = 640; // pixels of a drawing's longer side
const KINDS = { felt, canvas, knit, leather, velvet, matte };

// `path` is an outline as SVG has it, y upwards, inside [left, bottom, right, top] = `room`.
// `puff` is how high it swells, `edge` how far from the rim that takes, `folds` how deep its creases are.
export function cloth(path, room, colour, how = {}) {
  const { puff = 0.12, edge = 0.25, folds = 0.02, along = 90, seed = 1, kind = "canvas", weave = 3, paint, relief } = how;
  const [left, bottom, right, top] = room;
  const [w, h] = [right - left, top - bottom];
  const scale = FINE / Math.max(w, h);
  const shape = new Path2D(path);
  const board = (draw) => drawn(Math.ceil(w * scale), Math.ceil(h * scale), (pen) => {
    pen.setTransform(scale, 0, 0, -scale, -left * scale, top * scale);
    draw(pen);
  });
  const mask = board((pen) => filled(pen, shape, "#fff"));
  const swells = [0.3, 0.6, 1].map((part) => pixels(blurred(mask, edge * part * scale)));
  const creased = pixels(blurred(board((pen) => creases(pen, room, folds && seed, along, relief)), 0.018 * FINE));
  const inside = pixels(mask);
  const colours = board((pen) => {
    pen.fillStyle = colour;
    pen.fillRect(left, bottom, w, h);
    if (paint) pen.save(), pen.clip(shape), paint(pen, shape), pen.restore();
  });
  const geometry = raised(room, (u, v) => {
    if (!inside(u, v)) return null;
    const full = swells.reduce((sum, swell) => sum + Math.max(0, (swell(u, v) - 128) / 127), 0) / swells.length;
    return 0.03 + puff * Math.sqrt(full) + folds * ((creased(u, v) - 128) / 64) * Math.min(1, full * 3);
  });
  const material = KINDS[kind]("#fff");
  delete material.userData.grain;
  Object.assign(material, { map: texture(colours), alphaMap: texture(mask, { colour: false }), alphaTest: 0.5 });
  if (material.sheen) material.sheenColor.set(tone(colour, 0.35));
  if (material.bumpMap) {
    material.bumpMap = material.bumpMap.clone();
    material.bumpMap.repeat.set(weave * w, weave * h);
  }
  material.side = THREE.DoubleSide;
  return mesh(geometry, material);
}

const filled = (pen, shape, colour) => {
  pen.fillStyle = colour;
  pen.fill(shape);
};

const blurred = (picture, by) => drawn(picture.width, picture.height, (pen) => {
  pen.filter = `blur(${by / 2}px)`;
  pen.drawImage(picture, 0, 0);
});

function pixels(picture) {
  const { width, height } = picture;
  const { data } = picture.getContext("2d").getImageData(0, 0, width, height);
  return (u, v) => {
    const [x, y] = [Math.min(width - 1, Math.round(u * width)), Math.min(height - 1, Math.round((1 - v) * height))];
    return (data[4 * (y * width + x)] * data[4 * (y * width + x) + 3]) / 255;
  };
}

function creases(pen, [left, bottom, right, top], seed, along, relief) {
  const [w, h] = [right - left, top - bottom];
  pen.fillStyle = "#808080";
  pen.fillRect(left, bottom, w, h);
  const any = chance(seed * 97 + 5);
  for (let i = 0; seed && i < 26; i++) {
    const [x, y] = [left + any() * w, bottom + any() * h];
    const angle = ((along + (any() - 0.5) * 50) * Math.PI) / 180;
    const long = (0.15 + any() * 0.4) * Math.max(w, h);
    const [dx, dy] = [Math.cos(angle) * long, Math.sin(angle) * long];
    Object.assign(pen, { strokeStyle: i % 2 ? "#ddd" : "#333", lineWidth: 0.02 * Math.max(w, h) * (0.5 + any()), lineCap: "round" });
    pen.beginPath();
    pen.moveTo(x - dx / 2, y - dy / 2);
    pen.quadraticCurveTo(x + (any() - 0.5) * 0.1 * w, y, x + dx / 2, y + dy / 2);
    pen.stroke();
  }
  if (relief) relief(pen);
}

// A fine net over the room, as high as asked, without what lies outside.
function raised([left, bottom, right, top], height) {
  const [w, h] = [right - left, top - bottom];
  const fine = 170 / Math.max(w, h);
  const made = new THREE.PlaneGeometry(w, h, Math.round(w * fine), Math.round(h * fine));
  const { position, uv } = made.attributes;
  const out = new Set();
  for (let i = 0; i < position.count; i++) {
    const z = height(uv.getX(i), uv.getY(i));
    if (z === null) out.add(i);
    position.setXYZ(i, position.getX(i) + (left + right) / 2, position.getY(i) + (bottom + top) / 2, z ?? 0.03);
  }
  const kept = [];
  const faces = made.index.array;
  for (let i = 0; i < faces.length; i += 3)
    if (![0, 1, 2].every((j) => out.has(faces[i + j]))) kept.push(faces[i], faces[i + 1], faces[i + 2]);
  made.setIndex(kept);
  made.computeVertexNormals();
  return made;
}

// Lines that are sewn: a seam, and its stitches if `dashed`.
export function sewn(colour, paths, { wide = 0.025, dashed = false } = {}) {
  return (pen) => {
    for (const path of paths) {
      Object.assign(pen, { strokeStyle: colour, lineWidth: wide });
      pen.setLineDash(dashed ? [0.05, 0.03] : []);
      pen.stroke(new Path2D(path));
    }
    pen.setLineDash([]);
  };
}

export const patch = (colour, path) => (pen) => {
  pen.fillStyle = colour;
  pen.fill(new Path2D(path));
};

export const stripes = (colour, from, to, step, thick, { upright = false, reach = 6 } = {}) => (pen) => {
  pen.fillStyle = colour;
  for (let at = from; at < to; at += step) upright ? pen.fillRect(at, -reach, thick, 2 * reach) : pen.fillRect(-reach, at, 2 * reach, thick);
};

export const each = (...paints) => (pen, shape) => paints.forEach((paint) => paint(pen, shape));
// The rim of the whole shape, such as a hem or a binding.
export const hem = (colour, wide = 0.06) => (pen, shape) => {
  Object.assign(pen, { strokeStyle: colour, lineWidth: 2 * wide });
  pen.stroke(shape);
};

export const squarish = (w, h, round = 0.1) => {
  const [x, r] = [w / 2, round];
  return `M${-x + r} 0H${x - r}Q${x} 0 ${x} ${r}V${h - r}Q${x} ${h} ${x - r} ${h}H${-x + r}Q${-x} ${h} ${-x} ${h - r}V${r}Q${-x} 0 ${-x + r} 0Z`;
};
export const room = (w, h) => [-w / 2 - 0.03, -0.03, w / 2 + 0.03, h + 0.03];

// What is printed: labels, cartons, books, pouches.

import * as THREE from "three";
import { all, box, mesh } from "./forms.mjs";
import { cloth } from "./cloth.mjs";
import { drawn, paper, plastic, texture, tone } from "./stuff.mjs";

const FINE = 260; // pixels a unit

// A material that shows a drawing of w by h units, y downwards.
export function print(w, h, draw, more = {}) {
  const picture = drawn(Math.ceil(w * FINE), Math.ceil(h * FINE), (pen) => {
    pen.scale(FINE, FINE);
    draw(pen, w, h);
  });
  return new THREE.MeshPhysicalMaterial({ map: texture(picture), roughness: 0.6, ...more });
}

export const plain = (colour) => (pen, w, h) => {
  pen.fillStyle = colour;
  pen.fillRect(0, 0, w, h);
};

// A drawing stuck on something: it stands on the floor, faces the camera and is seen a hair above what is behind it.
export function panel(w, h, draw, more = {}) {
  const material = print(w, h, draw, { transparent: true, polygonOffset: true, polygonOffsetFactor: -2, ...more });
  const made = mesh(new THREE.PlaneGeometry(w, h).translate(0, h / 2, 0), material);
  material.userData.clear = true; // it throws no shadow of its own
  return made;
}

// The same around something round, its middle towards the camera.
export function wrapped(r, h, degrees, draw, top = r) {
  const arc = (degrees * Math.PI) / 180;
  const form = new THREE.CylinderGeometry(top + 0.004, r + 0.004, h, 48, 1, true, -arc / 2, arc).translate(0, h / 2, 0);
  const made = mesh(form, print(r * arc, h, draw, { side: THREE.FrontSide, transparent: true }));
  made.material.userData.clear = true;
  return made;
}

export function say(pen, text, x, y, size, { colour = "#222", font = "Rubik", weight = 600, wide = 99, align = "center", line = 1.12, style = "" } = {}) {
  Object.assign(pen, { fillStyle: colour, textAlign: align, textBaseline: "middle" });
  const px = 40; // fonts are measured at a size that browsers don't round
  pen.save();
  pen.translate(x, y);
  pen.scale(size / px, size / px);
  pen.font = `${style} ${weight} ${px}px "${font}"`;
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    lines.length && pen.measureText(longer).width <= (wide * px) / size ? (lines[lines.length - 1] = longer) : lines.push(word);
  }
  lines.forEach((part, i) => pen.fillText(part, 0, (i - (lines.length - 1) / 2) * px * line));
  pen.restore();
}

export const shape = (pen, colour, path, scale = 1, x = 0, y = 0) => {
  pen.save();
  pen.translate(x, y);
  pen.scale(scale, scale);
  pen.fillStyle = colour;
  pen.fill(new Path2D(path));
  pen.restore();
};
export const stroke = (pen, colour, path, wide = 0.03, scale = 1, x = 0, y = 0) => {
  pen.save();
  pen.translate(x, y);
  pen.scale(scale, scale);
  Object.assign(pen, { strokeStyle: colour, lineWidth: wide / scale, lineCap: "round", lineJoin: "round" });
  pen.stroke(new Path2D(path));
  pen.restore();
};
export const spot = (pen, colour, x, y, r, ry = r) => {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.ellipse(x, y, r, ry, 0, 0, 7);
  pen.fill();
};
export const bar = (pen, colour, x, y, w, h) => {
  pen.fillStyle = colour;
  pen.fillRect(x, y, w, h);
};

// A carton whose front (and top and side, if given) are printed.
export function carton(w, h, d, colour, front, { side, top, round = 0.02 } = {}) {
  return all(box(w, h, d, paper(colour), round), panel(w - 0.03, h - 0.03, front).at(0, 0.015, d / 2 + 0.002),
    side && all(panel(d - 0.03, h - 0.03, side)).turn(0, 90).at(w / 2 + 0.002, 0.015),
    top && all(panel(w - 0.03, d - 0.03, top)).turn(-90).at(0, h + 0.002, d / 2 - 0.015));
}

// A bound book, standing.
export function book(w, h, d, colour, cover, { hard = true } = {}) {
  const board = hard ? 0.045 : 0.02;
  const over = hard ? 0.05 : 0;
  const leaves = paper("#efe7d6");
  return all(
    box(w - over, h - 2 * over, d - 2 * board, leaves, 0.01).at(-over / 2, over),
    [-1, 1].map((face) => box(w, h, board, plastic(colour, 0.55), 0.02).at(0, 0, (face * (d - board)) / 2)),
    box(board, h, d, plastic(tone(colour, -0.12), 0.55), 0.02).at(-w / 2 + board / 2),
    panel(w - 0.02, h - 0.02, cover).at(0, 0.01, d / 2 + 0.003),
  );
}

// A standing pouch with a sealed rim; `label` is drawn y upwards, as on cloth.
export function pouch(w, h, colour, label, { puff = 0.32, seal = 0.12, kind = "matte", folds = 0.02, seed = 2 } = {}) {
  const x = w / 2;
  const path = `M${-x * 0.94} 0Q0 ${-0.06} ${x * 0.94} 0L${x} ${h * 0.1}L${x * 0.97} ${h * 0.8}L${x} ${h}H${-x}L${-x * 0.97} ${h * 0.8}L${-x} ${h * 0.1}Z`;
  return cloth(path, [-x - 0.05, -0.08, x + 0.05, h + 0.04], colour, {
    puff, edge: w * 0.55, folds, seed, kind, along: 80,
    paint: (pen) => {
      bar(pen, tone(colour, -0.12), -x, h - seal, w, 0.015);
      bar(pen, tone(colour, 0.1), -x, h - seal + 0.03, w, seal);
      pen.save();
      pen.translate(-x, h);
      pen.scale(1, -1);
      label(pen, w, h);
      pen.restore();
    },
  });
}

// Forms. Each stands on the floor, in the middle, and can be moved: `box(1, 2, 1, wood()).at(0, 1, 0).turn(0, 30)`.

import * as THREE from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";

Object.assign(THREE.Object3D.prototype, {
  at(x = 0, y = 0, z = 0) {
    this.position.set(x, y, z);
    return this;
  },
  turn(x = 0, y = 0, z = 0) {
    this.rotation.set(...[x, y, z].map(THREE.MathUtils.degToRad));
    return this;
  },
  size(x, y = x, z = x) {
    this.scale.set(x, y, z);
    return this;
  },
  shot(how) {
    this.userData.shot = how;
    return this;
  },
});

const degrees = THREE.MathUtils.degToRad;
const vector = ([x, y, z = 0]) => new THREE.Vector3(x, y, z);

export const all = (...parts) => new THREE.Group().add(...parts.flat(3).filter(Boolean));
export const many = (count, make) => all(Array.from({ length: count }, (_, i) => make(i, count)));
export const row = (count, gap, make) => many(count, (i) => all(make(i)).at((i - (count - 1) / 2) * gap));
export const circle = (count, radius, make, from = 0) => many(count, (i) => {
  const angle = (i / count) * 360 + from;
  return all(make(i).at(0, 0, radius)).turn(0, angle);
});
// A thing seen from one side: turned, so that the camera sees two of its faces.
export const seen = (thing, turned = -28, elevation = 20, more = {}) => all(all(thing).turn(0, turned)).shot({ elevation, ...more });
export const lying = (...parts) => all(...parts).shot({ flat: true });

// Lays a grain over a form by place, seen along the axis that each face looks along.
function grain(geometry, material) {
  const [across, along] = material.userData.grain;
  const made = geometry.index ? geometry.toNonIndexed() : geometry;
  const { position, uv, normal } = made.attributes;
  const face = new THREE.Vector3();
  for (let i = 0; i < position.count; i += 3) {
    face.set(0, 0, 0);
    for (let j = i; j < i + 3; j++) face.add(new THREE.Vector3().fromBufferAttribute(normal, j));
    const size = face.toArray().map(Math.abs);
    const axis = size.indexOf(Math.max(...size));
    for (let j = i; j < i + 3; j++) {
      const place = [position.getX(j), position.getY(j), position.getZ(j)];
      const [u, v] = [[place[2], place[1]], [place[0], place[2]], [place[0], place[1]]][axis];
      material.userData.lying ? uv.setXY(j, v * across, u * along) : uv.setXY(j, u * across, v * along);
    }
  }
  return made;
}

export function mesh(geometry, material) {
  return new THREE.Mesh(material.userData.grain ? grain(geometry, material) : geometry, material);
}

export const box = (w, h, d, material, round = 0.04) =>
  mesh(new RoundedBoxGeometry(w, h, d, 4, Math.min(round, w / 2, h / 2, d / 2)).translate(0, h / 2, 0), material);

export const ball = (r, material, x = 1, y = 1, z = 1) => all(mesh(new THREE.SphereGeometry(r, 48, 32), material).size(x, y, z));
export const dome = (r, material, height = 1, part = 90) =>
  all(mesh(new THREE.SphereGeometry(r, 48, 24, 0, Math.PI * 2, 0, degrees(part)), sided(material)).size(1, height, 1));
export const ring = (radius, thick, material, arc = 360) =>
  mesh(new THREE.TorusGeometry(radius, thick, 20, 72, degrees(arc)), material);

export function sided(material) {
  material.side = THREE.DoubleSide;
  return material;
}

// Turned on a lathe: [radius, height] from below to above; corners are broken by `round`.
export function turned(points, material, round = 0.03) {
  return mesh(new THREE.LatheGeometry(rounded(points, round), 72), sided(material));
}

function rounded(points, round) {
  const at = points.map(([x, y]) => new THREE.Vector2(Math.max(x, 0.0001), y));
  return at.flatMap((here, i) => {
    if (i === 0 || i === at.length - 1 || !round) return [here];
    const [from, to] = [at[i - 1], at[i + 1]].map((other) =>
      here.clone().lerp(other, Math.min(0.5, round / Math.max(here.distanceTo(other), 1e-6))));
    return new THREE.QuadraticBezierCurve(from, here, to).getPoints(5);
  });
}

// The same along a smooth line.
export const bowed = (points, material, steps = 60) =>
  mesh(new THREE.LatheGeometry(
    new THREE.SplineCurve(points.map(([x, y]) => new THREE.Vector2(Math.max(x, 0.0001), y))).getPoints(steps), 72),
  sided(material));

export const can = (r, h, material, top = r, round = 0.03) => turned([[0, 0], [r, 0], [top, h], [0, h]], material, round);

// A tube as creams come in: round below, pressed flat above; a print's middle is in front.
export function squeezed(r, h, material) {
  const made = new THREE.CylinderGeometry(r, r, h, 64, 24, true).translate(0, h / 2, 0);
  const at = made.attributes.position;
  for (let i = 0; i < at.count; i++) at.setXYZ(i, at.getX(i) * (1 + 0.2 * (at.getY(i) / h)), at.getY(i), at.getZ(i) * (1 - 0.96 * (at.getY(i) / h)));
  made.computeVertexNormals();
  return all(mesh(made, sided(material)).turn(0, 180));
}

// An open vessel with a wall.
export const vessel = (r, h, material, top = r, wall = 0.04, round = 0.04) =>
  turned([[0, 0], [r, 0], [top, h], [top - wall, h], [r - wall, wall], [0, wall]], material, round);

export function tube(points, r, material, closed = false) {
  const line = new THREE.CatmullRomCurve3(points.map(vector), closed, "catmullrom", 0.5);
  const ends = closed ? [] : [points[0], points.at(-1)].map((end) => ball(r, material).at(...vector(end).toArray()));
  return all(mesh(new THREE.TubeGeometry(line, Math.max(24, points.length * 12), r, 14, closed), material), ends);
}

// A straight round bar from one place to another.
export function rod(from, to, r, material, end = r) {
  const [start, stop] = [vector(from), vector(to)];
  const made = mesh(new THREE.CylinderGeometry(end, r, start.distanceTo(stop), 24), material);
  made.position.copy(start).lerp(stop, 0.5);
  made.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), stop.clone().sub(start).normalize());
  return all(made);
}

const outline = (points, soft) => {
  const at = points.map(([x, y]) => new THREE.Vector2(x, y));
  return soft ? new THREE.SplineCurve([...at, at[0]]).getPoints(points.length * 10).slice(0, -1) : cornered(at);
};

function cornered(points, round = 0.06) {
  return points.flatMap((here, i) => {
    const [from, to] = [points.at(i - 1), points[(i + 1) % points.length]].map((other) =>
      here.clone().lerp(other, Math.min(0.45, round / here.distanceTo(other))));
    return new THREE.QuadraticBezierCurve(from, here, to).getPoints(4);
  });
}

// Cut out of a sheet: an outline seen from the front, with holes; it stands on edge, its middle at z 0.
export function cut(points, depth, material, { soft = false, holes = [], bevel = Math.min(0.04, depth / 3) } = {}) {
  const shape = new THREE.Shape(outline(points, soft));
  shape.holes = holes.map((hole) => new THREE.Path(outline(hole, hole.length > 4)));
  const inner = Math.max(depth - 2 * bevel, 0.002);
  const made = new THREE.ExtrudeGeometry(shape, {
    depth: inner, bevelEnabled: bevel > 0, bevelSize: bevel, bevelThickness: bevel, bevelOffset: -bevel, bevelSegments: 4,
    curveSegments: 24,
  });
  return mesh(made.translate(0, 0, -inner / 2), material);
}

export const oval = (x, y, w, h = w, count = 16) =>
  Array.from({ length: count }, (_, i) => [x + w * Math.cos((i / count) * 2 * Math.PI), y + h * Math.sin((i / count) * 2 * Math.PI)]);
export const oblong = (x, y, w, h) => [[x - w / 2, y - h / 2], [x + w / 2, y - h / 2], [x + w / 2, y + h / 2], [x - w / 2, y + h / 2]];

// A flat strip bent along a line seen from the side, as wide as `width`.
export function strap(points, width, thick, material) {
  const line = new THREE.CatmullRomCurve3(points.map(vector));
  const shape = new THREE.Shape(cornered([[-width, -thick], [width, -thick], [width, thick], [-width, thick]]
    .map(([x, y]) => new THREE.Vector2(x / 2, y / 2)), thick / 3));
  return mesh(new THREE.ExtrudeGeometry(shape, { steps: points.length * 12, extrudePath: line }), material);
}

// A photographer's studio: a seamless floor, a window to the left, a sky, and softboxes for what mirrors.
// A picture is the mean of many exposures; in each the lights and the camera stand a little elsewhere, from a fixed seed.

import * as THREE from "three";

// Lights do not mirror as points: what shines shows the surroundings instead.
const LIT = THREE.ShaderChunk.lights_physical_pars_fragment;
THREE.ShaderChunk.lights_physical_pars_fragment = LIT
  .replace(/clearcoatSpecularDirect \+= ccIrradiance .*;/, "").replace(/reflectedLight.directSpecular \+= irradiance .*;/, "");

const EXPOSURES = 4;
const FILL = 0.86; // of the picture's longer side
const FIELD = 22; // degrees, as a long lens has it
const random = (seed) => () => ((seed = (seed * 1664525 + 1013904223) >>> 0) / 2 ** 32);

export class Studio {
  constructor(size) {
    this.size = size;
    this.renderer = new THREE.WebGLRenderer({ antialias: false, alpha: true, preserveDrawingBuffer: true });
    this.renderer.setSize(size, size);
    this.renderer.setClearColor(0, 0);
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    document.body.append(this.renderer.domElement);
    this.room = surroundings(this.renderer);
    this.exposure = target(size, 4);
    this.film = target(size);
    this.adding = screen("gl_FragColor = texture2D(picture, at) * share;", THREE.AdditiveBlending);
    this.developing = screen(DEVELOP, THREE.NoBlending);
  }

  // Returns a PNG as a data URL: what stands there, on nothing, with its shadow.
  photograph(thing) {
    const { flat = false, elevation = 17, near = 1, around = 0 } = thing.userData.shot ?? {};
    const scene = new THREE.Scene();
    const stage = new THREE.Group().add(thing);
    if (flat) thing.rotation.x -= Math.PI / 2;
    scene.environment = this.room;
    scene.environmentIntensity = 0.55;
    scene.add(stage, floor());
    settle(stage);
    const lights = [sun(flat ? 1.25 : 1.65, 1024, 3), sun(1, 512, 6)];
    scene.add(...lights);
    const camera = aimed(stage, flat ? 89.9 : elevation, around, near);
    this.expose(scene, camera, lights, flat);
    return this.develop();
  }

  expose(scene, camera, lights, flat) {
    const [window, sky] = lights;
    const chance = random(7);
    const still = camera.projectionMatrix.clone();
    this.clear(this.film);
    for (let i = 0; i < EXPOSURES; i++) {
      window.position.set(-3.4 + spread(chance, 1.1), 5.2 + spread(chance, 0.6), (flat ? -2.2 : 3) + spread(chance, 1.1));
      const [angle, height] = [(i + chance()) * 2.399963, 0.3 + (0.7 * (i + 0.5)) / EXPOSURES];
      const flatly = Math.sqrt(1 - height ** 2);
      sky.position.set(6 * Math.cos(angle) * flatly, 6 * height, 6 * Math.sin(angle) * flatly);
      sky.intensity = (flat ? 1.05 : 1.35) * (0.35 + height);
      camera.projectionMatrix.copy(still);
      camera.projectionMatrix.elements[8] += spread(chance, 1 / this.size);
      camera.projectionMatrix.elements[9] += spread(chance, 1 / this.size);
      camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
      this.renderer.setRenderTarget(this.exposure);
      this.renderer.clear();
      this.renderer.render(scene, camera);
      this.pass(this.adding, this.exposure, this.film);
    }
  }

  develop() {
    this.pass(this.developing, this.film, null);
    return this.renderer.domElement.toDataURL("image/png");
  }

  clear(film) {
    this.renderer.setRenderTarget(film);
    this.renderer.clear();
  }

  pass(quad, from, to) {
    quad.material.uniforms.picture.value = from.texture;
    quad.material.uniforms.share.value = 1 / EXPOSURES;
    this.renderer.setRenderTarget(to);
    this.renderer.autoClear = to === null;
    this.renderer.render(quad.scene, quad.camera);
    this.renderer.autoClear = true;
  }
}

// A soft shoulder for what is bright, and the screen's curve; colours are weighed by how much of a pixel they cover.
const DEVELOP = `
  vec4 light = texture2D(picture, at);
  vec3 colour = light.rgb / max(light.a, 1e-4);
  vec3 over = max(colour - 0.72, 0.0);
  colour = min(colour, 0.72) + over / (1.0 + over / 0.3);
  colour = mix(12.92 * colour, 1.055 * pow(colour, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, colour));
  gl_FragColor = vec4(colour * light.a, light.a);`;

const spread = (chance, width) => (chance() * 2 - 1) * width;

const target = (size, samples = 0) => new THREE.WebGLRenderTarget(size, size, { type: THREE.HalfFloatType, samples });

function screen(body, blending) {
  const material = new THREE.ShaderMaterial({
    uniforms: { picture: { value: null }, share: { value: 1 } },
    vertexShader: "varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }",
    fragmentShader: `uniform sampler2D picture; uniform float share; varying vec2 at; void main() { ${body} }`,
    blending, depthTest: false, depthWrite: false, transparent: blending !== THREE.NoBlending,
    ...(blending === THREE.AdditiveBlending && {
      blending: THREE.CustomBlending, blendSrc: THREE.OneFactor, blendDst: THREE.OneFactor,
      blendSrcAlpha: THREE.OneFactor, blendDstAlpha: THREE.OneFactor,
    }),
  });
  const scene = new THREE.Scene().add(new THREE.Mesh(new THREE.PlaneGeometry(2, 2), material));
  return { scene, material, camera: new THREE.Camera() };
}

// Shadow alone, and less of it with distance: the studio has an end, its picture must not.
function floor() {
  const material = new THREE.ShadowMaterial({ opacity: 0.55, color: 0x1c1420 });
  material.onBeforeCompile = (shader) => {
    const place = "varying vec2 place;\nvoid main() {";
    shader.vertexShader = shader.vertexShader.replace("void main() {", `${place} place = position.xz;`);
    shader.fragmentShader = shader.fragmentShader.replace("void main() {", place)
      .replace("#include <tonemapping_fragment>", "gl_FragColor.a *= 1.0 - smoothstep(0.5, 1.55, length(place));");
  };
  const plane = new THREE.Mesh(new THREE.PlaneGeometry(8, 8).rotateX(-Math.PI / 2), material);
  plane.receiveShadow = true;
  return plane;
}

function sun(strength, fine, soft) {
  const light = new THREE.DirectionalLight(0xfffaf3, strength);
  light.castShadow = true;
  light.shadow.mapSize.set(fine, fine);
  light.shadow.normalBias = 0.02;
  light.shadow.bias = -0.0006;
  light.shadow.radius = soft;
  Object.assign(light.shadow.camera, { left: -1.9, right: 1.9, top: 1.9, bottom: -1.9, near: 0.1, far: 14 });
  return light;
}

// Stands it on the floor, in the middle, as large as a ball of radius 1.
function settle(stage) {
  stage.traverse((part) => {
    part.castShadow = part.isMesh && !part.material.userData.clear;
    part.receiveShadow = part.isMesh;
  });
  const box = new THREE.Box3().setFromObject(stage, true);
  const scale = 2 / box.getSize(new THREE.Vector3()).length();
  const middle = box.getCenter(new THREE.Vector3());
  stage.scale.setScalar(scale);
  stage.position.set(-middle.x * scale, -box.min.y * scale, -middle.z * scale);
  stage.updateMatrixWorld(true);
}

// A camera that has everything in the picture's middle, with even margins.
function aimed(stage, elevation, around, near) {
  const camera = new THREE.PerspectiveCamera(FIELD, 1, 0.5, 30);
  const [up, turned] = [elevation, around].map(THREE.MathUtils.degToRad);
  const flat = elevation > 80;
  camera.up.set(0, flat ? 0 : 1, flat ? -1 : 0);
  camera.position.setFromSphericalCoords(7.5, Math.PI / 2 - up, turned).add(new THREE.Vector3(0, 0.5, 0));
  camera.lookAt(0, 0.5, 0);
  camera.updateMatrixWorld(true);
  const seen = extent(stage, camera);
  const size = seen.getSize(new THREE.Vector2());
  const zoom = (near * 2 * FILL) / Math.max(size.x, size.y);
  const middle = seen.getCenter(new THREE.Vector2());
  const view = camera.projectionMatrix.elements;
  [0, 5].forEach((place) => (view[place] *= zoom));
  view[8] += middle.x * zoom;
  view[9] += middle.y * zoom;
  return camera;
}

function extent(stage, camera) {
  const seen = new THREE.Box2();
  const point = new THREE.Vector3();
  stage.traverse((part) => {
    const places = part.isMesh && part.geometry.attributes.position;
    for (let i = 0; i < (places?.count ?? 0); i++) {
      point.fromBufferAttribute(places, i).applyMatrix4(part.matrixWorld).project(camera);
      seen.expandByPoint(point);
    }
  });
  return seen;
}

// What shiny things mirror: a pale room with a window, a strip and a ceiling light.
function surroundings(renderer) {
  const scene = new THREE.Scene();
  const wall = new THREE.Mesh(
    new THREE.SphereGeometry(10, 32, 16),
    new THREE.ShaderMaterial({
      side: THREE.BackSide,
      vertexShader: "varying float height; void main() { height = normalize(position).y; " +
        "gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }",
      fragmentShader: "varying float height; void main() { " +
        "gl_FragColor = vec4(vec3(mix(0.26, 0.8, smoothstep(-0.6, 0.9, height))), 1.0); }",
    }),
  );
  const glowing = (w, h, strength, ...place) => {
    const panel = new THREE.Mesh(new THREE.PlaneGeometry(w, h), new THREE.MeshBasicMaterial({ side: THREE.DoubleSide }));
    panel.material.color.setScalar(strength);
    panel.position.set(...place);
    panel.lookAt(0, 0, 0);
    return panel;
  };
  scene.add(wall, glowing(5, 6, 9, -7, 3, 3), glowing(1.2, 7, 7, 7, 2, 1.5), glowing(6, 4, 6, 0, 8, -1),
    glowing(9, 3, 0.02, 0, -2.5, 8), glowing(2, 5, 0.05, 3.5, 1, 8));
  return new THREE.PMREMGenerator(renderer).fromScene(scene, 0.015).texture;
}

// Portraits by DiceBear in designs under CC0. The number alone decides the face, in every style the same kind of person:
// even numbers look like women, odd ones like men, and from 64 on they are older.

import { createAvatar } from "@dicebear/core";
import * as lorelei from "@dicebear/lorelei";
import * as openPeeps from "@dicebear/open-peeps";

const LOOKS = [ // a skin, and the colours of hair that go with it
  ["f7d5b8", ["3b2a20", "8a5a33", "b98a4e", "7d2e1c"]],
  ["c98d5e", ["1f1a17", "3b2a20"]],
  ["fbe3cf", ["d6b370", "b58143", "5a3825", "a55728"]],
  ["7a4a2b", ["1f1a17", "2c1b18"]],
  ["edb98a", ["1f1a17", "5a3825"]],
  ["a0683f", ["1f1a17", "3b2a20"]],
];
const GREYS = ["9a9a9d", "c9c9cc"];
const GROUNDS = ["cfe3f7", "f9d9c6", "d8efd3", "e6dcf6", "fbe7a9", "f7d0dc", "cdeeea", "dfe3ea"];
const SHIRTS = ["3d6fb4", "c4573c", "3f8f6b", "8a5bb0", "d29a2c", "2f4858", "b8487a"];

const PEEPS = {
  woman: ["bangs", "bangs2", "bun", "bun2", "buns", "long", "longAfro", "longBangs", "longCurly", "medium1", "medium2",
    "medium3", "mediumBangs", "mediumBangs2", "mediumBangs3", "mediumStraight", "bantuKnots", "hijab"],
  man: ["short1", "short2", "short3", "short4", "short5", "shaved1", "shaved2", "shaved3", "pomp", "flatTop", "flatTopLong",
    "dreads1", "twists", "twists2", "turban", "hatHip", "noHair2", "cornrows"],
  "older woman": ["grayBun", "grayMedium"],
  "older man": ["grayShort", "noHair1", "noHair2", "noHair3", "short4"],
};
const PEEP_FACES = ["calm", "smile", "smileBig", "cute", "driven", "lovingGrin1", "smileTeethGap", "cheeky", "awe"];
const PEEP_BEARDS = ["chin", "full", "full2", "full3", "goatee1", "moustache1", "moustache3"];

const LORELEI = {
  woman: [15, 42, 19, 35, 14, 23, 31, 13, 38, 24, 33, 16, 48, 32, 26, 21, 46, 18, 40, 29, 45, 17, 10],
  man: [1, 22, 8, 12, 39, 3, 47, 4, 7, 2, 43, 28, 9, 44, 6],
};
const SMILES = ["happy01", "happy02", "happy03", "happy05", "happy07", "happy08", "happy09", "happy12", "happy14", "happy16"];

const pick = (choices, number, step) => [choices[(number * step + (number >> 3)) % choices.length]];
const variants = (numbers) => numbers.map((number) => `variant${String(number).padStart(2, "0")}`);

function looks(number) {
  const [skin, hairs] = LOOKS[(number >> 1) % LOOKS.length];
  return { skinColor: [skin], hair: isOlder(number) ? pick(GREYS, number >> 1, 1) : pick(hairs, number, 1) };
}

const isWoman = (number) => number % 2 === 0;
const isOlder = (number) => number >= 64;

function peep(number) {
  const kind = (isOlder(number) ? "older " : "") + (isWoman(number) ? "woman" : "man");
  const half = number >> 1;
  const { skinColor, hair } = looks(number);
  return createAvatar(openPeeps, {
    seed: `peep ${number}`,
    backgroundColor: pick(GROUNDS, number, 3),
    head: pick(PEEPS[kind], half, 1),
    headContrastColor: hair,
    face: isOlder(number) ? ["old", "calm", "smile"].slice(half % 3, (half % 3) + 1) : pick(PEEP_FACES, half, 2),
    skinColor,
    clothingColor: pick(SHIRTS, half, 3),
    facialHair: pick(PEEP_BEARDS, half, 1),
    facialHairProbability: isWoman(number) || half % 3 ? 0 : 100,
    accessories: ["glasses", "glasses2", "glasses3"].slice(half % 3, (half % 3) + 1),
    accessoriesProbability: half % 5 === 1 ? 100 : 0,
    maskProbability: 0,
    scale: 92,
    translateY: 4,
  });
}

function sketch(number) {
  const half = number >> 1;
  const { skinColor, hair } = looks(number);
  return createAvatar(lorelei, {
    seed: `lorelei ${number}`,
    backgroundColor: pick(GROUNDS, number, 5),
    hair: pick(variants(isWoman(number) ? LORELEI.woman : LORELEI.man), half, 1),
    hairColor: hair,
    skinColor,
    eyes: pick(variants([24, 23, 20, 18, 16, 12, 9, 5]), half, 3),
    eyebrows: pick(variants([13, 10, 8, 5, 2]), half, 2),
    glasses: ["variant01"],
    mouth: pick(SMILES, half, 3),
    beardProbability: isWoman(number) || half % 4 ? 0 : 100,
    glassesProbability: half % 5 === 2 ? 100 : 0,
    earringsProbability: isWoman(number) && half % 3 === 0 ? 100 : 0,
    hairAccessoriesProbability: 0,
    frecklesProbability: half % 7 === 3 ? 100 : 0,
  });
}

const DRAWERS = { peeps: peep, lorelei: sketch };

export const STYLES = Object.keys(DRAWERS);

export const portrait = (style, number) => DRAWERS[style](number).toString();

// Each place of the city as it is seen from the street: what stands there, at which hour, from where.

import food from "./scenes_food.mjs";
import green from "./scenes_green.mjs";
import offices from "./scenes_public.mjs";
import shops from "./scenes_shops.mjs";

export default { ...food, ...green, ...offices, ...shops };

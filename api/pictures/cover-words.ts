/** Which objects stand on a cover: by the words of a title, else by the category. Names are those of the illustration set. */
import type { PaletteName } from './cover-palettes.ts'

/** What stands in the window when the title names nothing we know. The first is never the only one: a page must vary. */
export const SHELF: Record<PaletteName, readonly string[]> = {
  food: ['curry-rice', 'coconut', 'shallow-pan-of-food', 'hot-pepper', 'takeout-box', 'pineapple', 'fish', 'teapot', 'mango'],
  retail: ['shopping-bags', 'shopping-cart', 'basket', 'wrapped-gift', 'convenience-store', 'label'],
  hotels: ['palm-tree', 'bellhop-bell', 'beach-with-umbrella', 'hotel', 'bed', 'luggage', 'pool', 'desert-island'],
  travel: ['auto-rickshaw', 'locomotive', 'bus', 'ferry', 'luggage', 'airplane', 'motor-scooter', 'world-map'],
  banks: ['credit-card', 'bank', 'coin', 'money-bag', 'receipt', 'classical-building'],
  online: ['package', 'laptop', 'computer-mouse', 'mobile-phone', 'globe-showing-asia-australia', 'delivery-truck'],
  services: ['toolbox', 'wrench', 'broom', 'hammer-and-wrench', 'key', 'scissors', 'bucket', 'paintbrush'],
  entertainment: ['admission-tickets', 'popcorn', 'film-projector', 'drum', 'guitar', 'bowling', 'microphone', 'ferris-wheel'],
  health: ['stethoscope', 'lotion-bottle', 'tooth', 'pill', 'herb', 'red-apple', 'anatomical-heart', 'glasses'],
  beauty: ['lipstick', 'nail-polish', 'mirror', 'hibiscus', 'lotion-bottle', 'soap', 'hair-pick', 'lotus'],
  electronics: ['headphone', 'mobile-phone', 'laptop', 'television', 'camera', 'video-game', 'battery', 'radio'],
  fashion: ['sari', 'running-shoe', 'dress', 'handbag', 'sunglasses', 'jeans', 'high-heeled-shoe', 't-shirt', 'necktie'],
  other: ['wrapped-gift', 'label', 'umbrella', 'kite', 'potted-plant', 'balloon', 'books', 'pencil'],
}

/** Words of a title, in the order in which they are tried: the specific before the general. A third value n lets any of the first n be the main thing. */
type Shelf = readonly [words: RegExp, objects: readonly string[], mains?: number]
export const WORDS: readonly Shelf[] = [
  [/\b(?:kottu|fried rice|biriyani|biryani|rice (and|&) curry|lunch|buffet|dinner)/i, ['curry-rice', 'shallow-pan-of-food', 'takeout-box', 'cooked-rice'], 3],
  [/\b(?:hopper|roti|paratha|naan)/i, ['flatbread', 'stuffed-flatbread', 'egg']], [/\b(?:pizza)/i, ['pizza', 'tomato', 'cheese-wedge']],
  [/\b(?:burger)/i, ['hamburger', 'french-fries', 'cup-with-straw']], [/\b(?:crab|prawn|seafood|fish|malu)/i, ['crab', 'shrimp', 'fish', 'lobster']],
  [/\b(?:ice ?cream|gelato|scoop|sundae)/i, ['soft-ice-cream', 'ice-cream', 'shaved-ice']], [/\b(?:cake|birthday|bakery|pastr|bun)/i, ['shortcake', 'birthday-cake', 'cupcake', 'croissant']],
  [/\b(?:coffee|espresso|latte|cafe)/i, ['hot-beverage', 'croissant', 'cookie']], [/\b(?:tea|high tea)/i, ['teapot', 'teacup-without-handle', 'herb', 'cupcake']],
  [/\b(?:juice|thambili|coconut|smoothie|drink)/i, ['coconut', 'tropical-drink', 'pineapple', 'watermelon']], [/\b(?:sushi|ramen|noodle|dumpling)/i, ['sushi', 'steaming-bowl', 'dumpling', 'chopsticks']],
  [/\b(?:cinema|film|movie)/i, ['film-projector', 'popcorn', 'clapper-board', 'admission-tickets'], 4], [/\b(?:concert|live music|karaoke)/i, ['guitar', 'microphone', 'drum', 'saxophone']],
  [/\b(?:bowling)/i, ['bowling']], [/\b(?:arcade|gaming|console)/i, ['joystick', 'video-game']], [/\b(?:theme park|zoo|rides)/i, ['ferris-wheel', 'elephant', 'roller-coaster', 'balloon']],
  [/\b(?:train|railway|rail)/i, ['locomotive', 'railway-track', 'mountain-railway']], [/\b(?:flight|airport|fly)/i, ['airplane', 'luggage', 'passport-control']],
  [/\b(?:tuk|three.?wheel|taxi)/i, ['auto-rickshaw', 'taxi']], [/\b(?:whale|boat|ferry|cruise)/i, ['whale', 'ferry', 'sailboat']], [/\b(?:scooter|bike|bicycle)/i, ['motor-scooter', 'bicycle']], [/\b(?:bus|coach)/i, ['bus', 'minibus']],
  [/\b(?:villa|beach|lagoon|surf)/i, ['beach-with-umbrella', 'palm-tree', 'sun', 'sailboat']], [/\b(?:hotel|stay|night|room|suite|weekend)/i, ['bed', 'bellhop-bell', 'palm-tree', 'luggage'], 3],
  [/\b(?:cards?\b|cashback|credit|instal|bank|deposit|savings|interest)/i, ['credit-card', 'coin', 'bank', 'receipt', 'money-bag'], 2], [/\b(?:loan|home)/i, ['house-with-garden', 'key', 'coin']],
  [/\b(?:mobile|phone|sim card|data plan)/i, ['mobile-phone', 'battery', 'antenna-bars']], [/\b(?:laptop|computer)/i, ['laptop', 'computer-mouse', 'keyboard']], [/\b(?:headphone|earbud|speaker|audio)/i, ['headphone', 'radio', 'musical-note']],
  [/\b(?:tv|television)/i, ['television', 'satellite-antenna']], [/\b(?:camera|photo)/i, ['camera', 'framed-picture']], [/\b(?:fan|fridge|appliance|rice cooker|blender)/i, ['electric-plug', 'ice', 'high-voltage']],
  [/\b(?:spectacle|glasses|optical|eye)/i, ['glasses', 'sunglasses', 'eye']], [/\b(?:dental|teeth|tooth)/i, ['tooth', 'toothbrush']], [/\b(?:ayurved|herbal|oil)/i, ['lotus', 'herb', 'amphora', 'leafy-green'], 3],
  [/\b(?:pharmacy|vitamin|medicine)/i, ['pill', 'lotion-bottle', 'adhesive-bandage']], [/\b(?:gym|fitness|yoga|swim)/i, ['person-in-lotus', 'running-shoe', 'flexed-biceps', 'goggles']], [/\b(?:check.?up|lab|blood|scan|heart)/i, ['stethoscope', 'anatomical-heart', 'test-tube', 'thermometer']],
  [/\b(?:hair|salon|cut|barber|shave)/i, ['scissors', 'barber-pole', 'hair-pick', 'mirror'], 2], [/\b(?:nail|manicure)/i, ['nail-polish', 'hibiscus']], [/\b(?:spa|massage|facial)/i, ['lotus', 'lotion-bottle', 'hibiscus', 'hot-springs'], 3], [/\b(?:make.?up|bridal|lip)/i, ['lipstick', 'mirror', 'ring']],
  [/\b(?:sari|saree)/i, ['sari', 'thread', 'hibiscus']], [/\b(?:batik|fabric|tailor|linen)/i, ['thread', 'sewing-needle', 't-shirt', 'scissors']], [/\b(?:shoe|sneaker|sandal|slipper)/i, ['running-shoe', 'thong-sandal', 'high-heeled-shoe', 'hiking-boot']], [/\b(?:bag|bags|leather)/i, ['handbag', 'clutch-bag', 'backpack']], [/\b(?:shirt|jeans|denim|dress|wear)/i, ['t-shirt', 'jeans', 'dress', 'shorts']], [/\b(?:jewel|gold|ring)/i, ['ring', 'gem-stone']], [/\b(?:school|uniform|book|stationery)/i, ['backpack', 'books', 'pencil', 'notebook']],
  [/\b(?:clean|laundry|wash)/i, ['broom', 'bucket', 'sponge', 'soap']], [/\b(?:car|service|tyre|engine)/i, ['automobile', 'wrench', 'wheel', 'toolbox']], [/\b(?:repair|plumb|electric)/i, ['toolbox', 'wrench', 'hammer-and-wrench', 'light-bulb']], [/\b(?:pet|dog|cat|vet)/i, ['poodle', 'cat', 'bone', 'paw-prints']], [/\b(?:course|class|lesson)/i, ['graduation-cap', 'books', 'pencil']], [/\b(?:key|lock)/i, ['key', 'locked-with-key']],
  [/\b(?:kite)/i, ['kite', 'cloud', 'sun']], [/\b(?:grocer|vegetable|fruit|market|pola)/i, ['basket', 'carrot', 'pineapple', 'banana', 'eggplant']], [/\b(?:toys?\b|kid|child)/i, ['teddy-bear', 'kite', 'yo-yo', 'puzzle-piece']], [/\b(?:furniture|sofa|chair|home)/i, ['couch-and-lamp', 'chair', 'potted-plant']], [/\b(?:deliver|parcel|online|order)/i, ['package', 'delivery-truck', 'laptop']],
  [/\b(?:umbrella|rain|monsoon)/i, ['umbrella', 'closed-umbrella', 'cloud-with-rain']], [/\b(?:flower|plant|garden)/i, ['bouquet', 'potted-plant', 'hibiscus', 'sunflower']], [/\b(?:vesak|lantern|avurudu|festival)/i, ['red-paper-lantern', 'diya-lamp', 'firecracker']],
]

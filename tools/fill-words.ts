/** What shops of a category are called, sell and cost, for a city that is made up. Invented names, nobody's brand. */
import type { CATEGORIES } from '#contract/constants.ts'

export type Trade = {
  category: (typeof CATEGORIES)[number]
  /** Of a hundred shops. */
  share: number
  /** What follows the family's name above the door. */
  signs: string[]
  items: string[]
  tags: string[]
  /** In the currency of the city. */
  price: [least: number, most: number]
  hours: string[]
  service?: string
}

/** Written as one line, for that is how one reads them. */
const split = (words: string) => words.split(', ')

const DAYTIME = ['mon-sat 09:00-18:00; sun closed', 'mon-fri 09:30-19:00; sat 10:00-17:00; sun closed', 'daily 10:00-20:00']
const EVENING = split('daily 11:00-22:00, mon-thu 11:00-15:00; fri-sun 11:00-23:00, tue-sun 12:00-00:00; mon closed, daily 18:00-02:00')

export const TRADES: Trade[] = [
  {
    category: 'Food',
    share: 31,
    price: [350, 6_500],
    hours: EVENING,
    service: 'dine-in|takeaway',
    signs: split('Kitchen, Bakers, Rice & Curry, Hoppers, Coffee House, Juice Bar, Seafood, Sweets'),
    items: split(
      'rice and curry lunch, egg hopper breakfast, kottu with cheese, seafood platter, lamprais, string hoppers and pol sambol, iced coffee and cake, wood-fired pizza, mango juice, biryani bucket, short eats box, watalappan',
    ),
    tags: split('lunch, dinner, breakfast, seafood, vegetarian, for-two, family, takeaway, spicy, sweets'),
  },
  {
    category: 'Retail',
    share: 15,
    price: [250, 18_000],
    hours: DAYTIME,
    signs: split('Stores, Supermarket, Book Shop, Hardware, Stationers, Toys, Furniture'),
    items: split(
      'school bag, exercise books by the dozen, rice cooker, garden chair, wooden train, paint by the gallon, novels, storage boxes, bed linen, reading lamp',
    ),
    tags: split('school, home, garden, books, toys, bulk, clearance'),
  },
  {
    category: 'Fashion',
    share: 12,
    price: [900, 24_000],
    hours: DAYTIME,
    signs: split('Silks, Tailors, Shoes, Batik, Sarees, Outfitters, Jewellers'),
    items: split(
      'handloom saree, linen shirt, batik dress, leather sandals, school shoes, wedding suit, cotton sarong, silver earrings, evening gown, rain jacket',
    ),
    tags: split('batik, wedding, handloom, shoes, women, men, children, clearance'),
  },
  {
    category: 'Electronics',
    share: 8,
    price: [1_500, 240_000],
    hours: DAYTIME,
    signs: split('Electronics, Mobile, Computers, Sound & Light, Cameras'),
    items: split(
      'table fan, washing machine, smart phone, headphones, laptop, rice cooker with timer, television, power bank, refrigerator, printer',
    ),
    tags: split('home, mobile, audio, warranty, exchange, instalments'),
  },
  {
    category: 'Beauty',
    share: 8,
    price: [700, 15_000],
    hours: ['tue-sun 10:00-19:00; mon closed', ...DAYTIME],
    signs: split('Salon, Barbers, Nails, Bridal Studio, Cosmetics'),
    items: split(
      'haircut and wash, facial with sandalwood, manicure, bridal make-up trial, herbal hair oil, shave and trim, full colour, threading',
    ),
    tags: split('hair, nails, bridal, herbal, men, women'),
  },
  {
    category: 'Health',
    share: 6,
    price: [500, 30_000],
    hours: ['24 hours', ...DAYTIME],
    signs: split('Pharmacy, Dental, Opticians, Ayurveda, Physiotherapy, Fitness'),
    items: split('eye test, spectacle frames, dental cleaning, herbal massage, blood pressure check, gym month, vitamins, yoga class'),
    tags: split('wellness, family, seniors, herbal, fitness, check-up'),
  },
  {
    category: 'Services',
    share: 6,
    price: [800, 40_000],
    hours: DAYTIME,
    signs: split('Laundry, Motors, Cleaners, Printers, Plumbing, Movers'),
    items: split(
      'car wash and vacuum, oil change, dry cleaning of a suit, house cleaning, visiting cards, air conditioner service, sofa shampoo, moving by van',
    ),
    tags: split('car, home, express, pick-up, weekend'),
  },
  {
    category: 'Hotels & Accommodation',
    share: 5,
    price: [4_500, 95_000],
    hours: ['24 hours'],
    signs: split('Residency, Guest House, Hotel, Villas, Rest House'),
    items: split(
      'weekend stay with breakfast, high tea by the pool, night for two, family room, buffet dinner, day pass to the pool, long stay by the week',
    ),
    tags: split('weekend, for-two, family, pool, buffet, breakfast'),
  },
  {
    category: 'Entertainment',
    share: 4,
    price: [300, 9_000],
    hours: EVENING,
    signs: split('Cinema, Bowling, Theatre, Games, Karaoke'),
    items: split('two tickets for the matinee, hour of bowling, karaoke room, drama season ticket, escape room for six, popcorn combo'),
    tags: split('family, for-two, weekend, children, students'),
  },
  {
    category: 'Travel & Transport',
    share: 2.5,
    price: [600, 60_000],
    hours: DAYTIME,
    signs: split('Tours, Cabs, Travels, Boat Rides, Bicycles'),
    items: split('day trip to the south coast, airport ride, bicycle for a day, lagoon boat ride, hill country weekend, van with driver'),
    tags: split('weekend, family, beach, hills, airport'),
  },
  {
    category: 'Banks',
    share: 1.2,
    price: [0, 0],
    hours: ['mon-fri 09:00-15:00; sat, sun closed'],
    signs: ['Savings Bank', 'Finance', 'Bank'],
    items: split('instalment plan without interest, card at the supermarket, fuel on the card, online bills by card'),
    tags: split('card, instalments, groceries, fuel'),
  },
  {
    category: 'Online',
    share: 0.8,
    price: [300, 20_000],
    hours: ['24 hours'],
    service: 'delivery',
    signs: ['Online', 'Deliveries', 'Express'],
    items: split('grocery basket delivered, flowers delivered, e-book bundle, photo prints by post, cake delivered'),
    tags: split('delivery, gifts, groceries, express'),
  },
  {
    category: 'Other',
    share: 0.5,
    price: [200, 12_000],
    hours: DAYTIME,
    signs: ['Centre', 'Society', 'Works'],
    items: split('pottery class, second-hand fair, pet grooming, repair day, plant sale'),
    tags: split('class, pets, garden, weekend'),
  },
]

const STEMS = split(
  'Wije, Rana, Guna, Sena, Kula, Jaya, Amara, Dissa, Hemacha, Nana, Pere, Sama, Tilaka, Vira, Ratna, Abeya, Eka, Siri, Maha, Ranga, Thiru, Nava, Selva, Kandi',
)
const ENDINGS = split(
  'singhe, tunga, wardena, sekara, pala, ratne, weera, nayake, gama, deniya, mudali, rajah, lingam, nathan, thara, vila, goda, kanda',
)
/** Family names: 432. */
export const FAMILIES = STEMS.flatMap((stem) => ENDINGS.map((ending) => stem + ending))
export const FIRST_WORDS = split(
  ', , , New, Royal, Little, Old Town, Harbour, Lotus, Blue, Sea View, City, Garden, Sunrise, Banyan, Lighthouse',
)
export const STREETS = split(
  'Galle Road, Station Road, Temple Lane, Market Street, Canal Road, Lake Road, School Lane, Church Street, Mosque Lane, Fisher Lane, Palm Grove, Hill Street, Mill Road, Jetty Street',
)
export const QUALITIES = split('weekday, evening, classic, house, special, seasonal, small, large, new, student, office, poya day')
export const TERMS = split(
  'Not with other offers., While stocks last., One per customer and day., Ask before you order., Only at this branch., Not on public holidays.',
)
export const REASONS = [
  'We have made it the same way for thirty years, and for once it costs less.',
  'Come early: the best ones go before noon.',
  'Bring the family. There is room at the back, and a fan for every table.',
  'Made here, by hand, while you wait.',
  'Ask at the counter and mention this offer.',
  'A thank-you to the neighbourhood, for as long as it lasts.',
]

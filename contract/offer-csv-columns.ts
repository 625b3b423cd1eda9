/** The columns of an import file: what the documentation lists, the template holds and the import looks for (D-48). */

type Column = { name: string; needed: boolean; explains: string; example: string }

/** Every column that an import knows, in the order of the template. `example` is a cell that is taken as it stands. */
export const OFFER_COLUMNS = [
  { name: 'title', needed: true, explains: 'What the offer is, in one line', example: 'Lunch rice and curry, 20% off' },
  {
    name: 'image_url',
    needed: false,
    explains: 'Address of a picture; without one a cover is drawn',
    example: 'https://example.com/rice.jpg',
  },
  {
    name: 'description',
    needed: false,
    explains: 'The offer in more words; line breaks stay',
    example: 'Any rice and curry with one drink.',
  },
  {
    name: 'start_date',
    needed: false,
    explains: 'First day, as day/month/year or 2026-11-24, with a time if you like. Empty: it runs already',
    example: '24/11/2026',
  },
  {
    name: 'end_date',
    needed: false,
    explains: 'Last day, which still counts whole; with a time it ends at that moment. Empty: no end',
    example: '24/12/2026 15:00',
  },
  { name: 'category', needed: false, explains: 'Food, Retail, … or one of your own; a new offer without one is Other', example: 'Food' },
  { name: 'shop', needed: true, explains: 'Name of the shop', example: 'Harbour Kitchen' },
  {
    name: 'address',
    needed: false,
    explains: 'Tells branches apart: another address is another shop. May be empty where the name is the only one',
    example: '12 Galle Road, Colombo 3',
  },
  { name: 'phone', needed: false, explains: 'Telephone of the shop', example: '+94 11 230 3500' },
  { name: 'offer_url', needed: false, explains: 'Page of the offer at the shop', example: 'https://example.com/lunch' },
  { name: 'discount', needed: false, explains: 'Percent, 0 to 100. Empty: read from the words of the title or description', example: '20' },
  { name: 'original_price', needed: false, explains: 'Price before, in the currency of the city', example: '1,380' },
  { name: 'discounted_price', needed: false, explains: 'Price now', example: '1,104.00' },
  { name: 'minimum_purchase', needed: false, explains: 'Least amount to spend', example: '1000' },
  { name: 'usage_limit', needed: false, explains: 'Times that one customer may use it', example: '1' },
  { name: 'tags', needed: false, explains: 'Words to find it by, separated by |', example: 'lunch|rice and curry' },
  { name: 'terms', needed: false, explains: 'Terms and conditions', example: 'Not with other offers.' },
  { name: 'redemption_code', needed: false, explains: 'Code to show at the till, kept from lists', example: 'LUNCH20' },
  { name: 'rating', needed: false, explains: '0 to 5', example: '4.5' },
  { name: 'shop_description', needed: false, explains: 'The shop in a few words', example: 'Home cooking by the harbour.' },
  { name: 'shop_email', needed: false, explains: 'E-mail address of the shop', example: 'hello@example.com' },
  { name: 'shop_website', needed: false, explains: 'Website of the shop', example: 'https://example.com' },
  { name: 'shop_category', needed: false, explains: 'Main category of the shop', example: 'Food' },
  { name: 'shop_logo', needed: false, explains: "Address of the shop's logo", example: 'https://example.com/logo.png' },
  { name: 'latitude', needed: false, explains: 'Degrees, with longitude', example: '6.9117' },
  { name: 'longitude', needed: false, explains: 'Degrees, with latitude', example: '79.8501' },
  {
    name: 'hours',
    needed: false,
    explains: 'Opening hours, parts separated by ;. A day that is not named counts as unknown, so name closed days too',
    example: 'mon-fri 09:00-17:00; sat 10:00-15:00; sun closed',
  },
  {
    name: 'special_hours',
    needed: false,
    explains: 'Hours of single days, which go before the others',
    example: '2026-12-25 closed; 2026-12-31 10:00-14:00',
  },
  { name: 'facebook', needed: false, explains: 'Address of the page there', example: 'https://facebook.com/example' },
  { name: 'twitter', needed: false, explains: 'Address of the page there', example: 'https://x.com/example' },
  { name: 'instagram', needed: false, explains: 'Address of the page there', example: 'https://instagram.com/example' },
  {
    name: 'external_id',
    needed: false,
    explains: 'Your own number of the offer; the same number updates the same offer',
    example: 'A-1001',
  },
  { name: 'external_shop_id', needed: false, explains: 'Your own number of the shop; goes before name and address', example: 'S-12' },
  { name: 'valid_weekdays', needed: false, explains: 'Days on which the offer holds. Empty: every day', example: 'mon-fri' },
  { name: 'valid_hours', needed: false, explains: 'Hours of the day in which it holds. Empty: all day', example: '12:00-15:00' },
  { name: 'payment', needed: false, explains: 'card, cash, or words such as Harbour Bank cards', example: 'card' },
  { name: 'new_customers_only', needed: false, explains: 'yes or no', example: 'no' },
  { name: 'service', needed: false, explains: 'dine-in, takeaway, delivery, separated by |. Empty: any', example: 'dine-in|takeaway' },
] as const satisfies readonly Column[]

export type OfferColumn = (typeof OFFER_COLUMNS)[number]['name']

const byFoldedName = new Map<string, OfferColumn>(OFFER_COLUMNS.map(({ name }) => [foldColumn(name), name]))

function foldColumn(heading: string) {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_\u200b\ufeff-]+/g, '')
}

/** The column that a heading means: `Image URL`, `image-url` and `IMAGE_URL` are all image_url. Undefined where it is none of ours. */
export const findColumn = (heading: string): OfferColumn | undefined => byFoldedName.get(foldColumn(heading))

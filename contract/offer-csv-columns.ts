/** The columns of an import file: what the documentation lists, the template holds and the import looks for (D-48). */

import { tidySpaces, unstyle } from './plain-text.ts'

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
  {
    name: 'shop_categories',
    needed: false,
    explains: 'All its categories, separated by |. Empty: those of its offers are gathered',
    example: 'Food|Retail',
  },
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

/** The columns of a file of shops: those that say something of a shop (shop-csv.ts). */
export const SHOP_COLUMNS = [
  'shop',
  'address',
  'external_shop_id',
  'phone',
  'shop_description',
  'shop_email',
  'shop_website',
  'shop_category',
  'shop_categories',
  'shop_logo',
  'latitude',
  'longitude',
  'hours',
  'special_hours',
  'facebook',
  'twitter',
  'instagram',
] as const satisfies readonly OfferColumn[]
export type ShopColumn = (typeof SHOP_COLUMNS)[number]

/** What others call our columns. Names that may mean several, as `name`, `price`, `id` and `code` do, are none of them. */
const OTHER_NAMES: Partial<Record<OfferColumn, string>> = {
  title: 'offer title, offer name, offer, deal, deal title, deal name, promotion, promo title, headline, heading, offer heading',
  image_url: 'image, picture, photo, image link, img, img url, picture url, photo url, banner, thumbnail, offer image',
  description: 'details, offer description, offer details, body, about, desc, long description, offer text',
  start_date:
    'start, starts, starts on, starts at, from, from date, valid from, date from, begin date, begins, start on, offer start, effective date',
  end_date:
    'end, ends, ends on, ends at, until, till, to, to date, valid to, valid till, valid until, validity, date to, expiry, expiry date, expires, expires on, expiration date, offer end, last date, deadline',
  category: 'offer category, offer type, categories, sector',
  shop: 'shop name, store, store name, merchant, merchant name, vendor, brand, business, business name, outlet, outlet name, company, company name, retailer, restaurant',
  address: 'shop address, store address, location, outlet address, street address, full address, venue, place',
  phone:
    'phone number, phone no, telephone, telephone number, tel, tel no, contact, contact number, contact no, mobile, hotline, shop phone',
  offer_url: 'url, link, page url, source, source url, offer link, deal url, deal link, permalink, more info, website link',
  discount: 'discount %, discount percent, discount percentage, percent off, % off, discount (%)',
  original_price: 'old price, was, was price, regular price, usual price, list price, mrp, price before, normal price, full price',
  discounted_price:
    'new price, now, now price, sale price, offer price, deal price, special price, discount price, price now, promo price, final price',
  minimum_purchase: 'minimum spend, min spend, minimum bill, min bill, minimum order, min order, min purchase',
  usage_limit: 'uses, max uses, limit per customer, redemption limit',
  tags: 'tag, keywords, labels, hashtags',
  terms: 'terms and conditions, terms & conditions, t&c, tc, t&cs, tnc, conditions, fine print, restrictions',
  redemption_code: 'coupon, coupon code, promo code, voucher code',
  rating: 'stars, review score',
  shop_description: 'about shop, store description, merchant description, business description',
  shop_email: 'email, e mail, mail, email address, contact email',
  shop_website: 'website, web site, web, homepage, shop url, store url, site',
  shop_category: 'store category, merchant category, business category',
  shop_logo: 'logo, logo url, store logo',
  latitude: 'lat',
  longitude: 'lng, lon, long',
  hours: 'opening hours, business hours, open hours, opening times, store hours',
  special_hours: 'holiday hours',
  facebook: 'fb, facebook url, facebook page',
  twitter: 'twitter url',
  instagram: 'ig, insta, instagram url',
  external_id: 'offer id, deal id',
  external_shop_id: 'shop id, store id, merchant id, outlet id',
  valid_weekdays: 'weekdays, valid days, applicable days',
  valid_hours: 'valid times, applicable hours',
  payment: 'payment method, payment methods, pay with, cards, card, bank',
  new_customers_only: 'new customers, first order only, new users only',
  service: 'services, service type, order type',
}
const OUR_NAMES = new Map<string, OfferColumn>(OFFER_COLUMNS.map(({ name }) => [foldColumn(name), name]))
const OTHERS = new Map<string, OfferColumn>(
  Object.entries(OTHER_NAMES).flatMap(([name, others]) =>
    others.split(', ').map((other) => [foldColumn(other), name as OfferColumn] as const),
  ),
)

function foldColumn(heading: string) {
  return tidySpaces(unstyle(heading))
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_.:*#"'’-]+/g, '')
}

/** The column that a heading names: `Image URL`, `image-url` and `IMAGE_URL` are all image_url. Undefined where it is none of ours. */
export const findColumn = (heading: string): OfferColumn | undefined => OUR_NAMES.get(foldColumn(heading))
/** The column that a heading seems to mean by another name: `Shop Name` is shop. */
export const guessColumn = (heading: string): OfferColumn | undefined => OTHERS.get(foldColumn(heading))

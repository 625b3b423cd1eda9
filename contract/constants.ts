/**
 * Each number of the product, once. Times are milliseconds and distances kilometres unless a name says otherwise.
 * Pure values only: this file ships to the browser.
 */
import { DAY, HOUR, MINUTE, SECOND } from './time.ts'

/** What the client waits for an answer at most (#251). The server itself answers within {@link SERVER_TIMEOUT}. */
export const REQUEST_TIMEOUT = 10 * MINUTE
/** Whoever waits for an answer is told after so long that it is still on its way (D-28). */
export const SLOW_AFTER = 8 * SECOND
export const IMPORT_TIMEOUT = 2 * MINUTE
/** Refused rows of one import that are kept, and how many of them may be mended at once. */
export const REFUSED_LIMIT = 100_000
export const MEND_LIMIT = 200
/** Characters of a refused cell that an answer shows. Only free text may be longer, and that is hardly ever what is wrong. */
export const REFUSED_CELL = 3_000
/** Of each kind of remark on the rows of a file so many are kept. */
export const KEPT_REMARKS = 1_000
export const SERVER_TIMEOUT = 5 * SECOND

/** One recorded click per offer or shop (#252). */
export const CLICK_INTERVAL = 6 * HOUR
/** Offers, and shops, that one shopper may like. */
export const LIKE_LIMIT = 1_000
/** Offers that are recommended to one shopper at once, and the most that such a list may ever hold. */
export const RECOMMENDED = { limit: 24, most: 50 } as const
/** Kilometres: what is farther from the shopper, or from the city's centre where nobody says where they are, is not recommended. */
export const REACH = 50
/** Offers that one shopper may say "Not interested" of: beyond it the earliest are forgotten. */
export const DISMISSAL_LIMIT = 1_000
/** Reports of different people that an offer did not work, after which its page and the operator are told. */
export const REPORTS_TO_FLAG = 3
/** Characters of what a client says of itself in an interaction, and of the ids in it. */
export const DEVICE_TEXT = 100
/** How long the browser's copies live (#253). */
export const CACHE_LIFE = { shops: 30 * MINUTE, offers: 15 * MINUTE, recommended: 15 * MINUTE } as const
/** How old a counter (active offers, clicks, categories) may be. */
export const COUNTER_LIFE = MINUTE

/** The same in metres stands in `kade_point` of the database (db/migrations); db/filters.test.ts keeps both alike. */
export const EARTH_RADIUS_KM = 6371
export const READING_WORDS_PER_MINUTE = 200

/** Items on one page of a list, and the most that a caller may ask for. */
export const PAGE_SIZE = 24
/** Offers that a list begins with: what the first view and one more hold. The next come before anybody is there. */
export const FIRST_PAGE_SIZE = 12
export const PAGE_LIMIT = 100
/** Pages that a list loads by itself; after that it asks (#30). */
export const PAGES_AHEAD = 3
/**
 * So many items of a list are drawn at once: more hold up fingers on a slow device, fewer do not fill the rows of every layout. It is a multiple of
 * every number of columns, and pages are multiples of it, so that what is left out of a list is as high as its rows.
 */
export const LIST_PART = 12
/** So many pages of a long list stand in a section, which is left out as one where it is far away. */
export const SECTION_PAGES = 10
/** `total` is exact up to here; above it the answer says 1000 and `totalIsMore`. */
export const TOTAL_LIMIT = 1_000
/** A search of one or two letters, which no index answers, looks through so many offers, those that end soonest. */
export const SCAN_LIMIT = 20_000
/** Words that match more than a total tells are looked for in so many offers, those that end soonest, before the planner is asked. */
export const WALK_LIMIT = 8_000
/** Matches that a search by relevance ranks; what lies behind them follows by end date. */
export const RELEVANCE_WINDOW = 48
/** Offers of which "Usable now" finds out whether they can be used: the first ones in the order of the list. */
export const STATUS_WINDOW = 2_000

export const CAROUSEL = { items: 5, interval: 5 * SECOND, tags: 2 } as const
export const CARD_TAGS = 3
export const RELATED = { limit: 4, tags: 2 } as const
export const SEARCH_BAR = { threshold: 15, hideBeyond: 0.8 } as const
/** The radii of the distance chip, in kilometres (D-15). */
export const RADII = [0.5, 1, 2, 5, 10, 25] as const
/** The widest circle that a caller may ask for, in kilometres. */
export const RADIUS_LIMIT = 500

export const TOAST = { limit: 5, duration: 5 * SECOND, removeAfter: 5 * SECOND, swipe: 50 } as const
export const GEOLOCATION = { enableHighAccuracy: true, timeout: 30 * SECOND, maximumAge: MINUTE } as const

/** Lengths of texts, in characters (UTF-16 units), the same for a form, a call and an imported cell. */
export const TEXT = { title: 300, name: 200, line: 500, long: 10_000, url: 2_000, tag: 60, query: 200, email: 254 } as const
export const TAG_LIMIT = 20
/** Tags that are suggested, and the offers that they are taken from: those that end soonest, so that no question takes longer the more there are. */
export const TAG_SUGGESTIONS = { tags: 200, offers: 5_000 } as const

/** The one cookie that there is: set to `on` for whoever has chosen in Settings to save data, so that the server renders pages for them. */
export const DATA_SAVING_COOKIE = 'data-saving'

/** The visitor that a click without a session is recorded for. */
export const GUEST_ID = '000000000000000000000000'

/** The ways in which an offer may be taken. */
export const SERVICES = ['dine-in', 'takeaway', 'delivery'] as const
/** Words for a payment that name no issuer: everything else asks for a certain one's. */
export const GENERIC_PAYMENTS = [
  'card',
  'cash',
  'credit card',
  'credit cards',
  'debit card',
  'debit cards',
  'visa',
  'mastercard',
  'visa or mastercard',
] as const
/** What an offer may ask of whoever uses it, and a list may leave out: a certain bank's card, any card, a minimum, somebody new. */
export const DEMANDS = ['bank', 'card', 'minimum', 'new-customers'] as const

/** In the order in which they show. The database holds them too (db/migrations); catalogue.test.ts keeps both alike. */
export const CATEGORIES = [
  'Food',
  'Retail',
  'Hotels & Accommodation',
  'Travel & Transport',
  'Banks',
  'Online',
  'Services',
  'Entertainment',
  'Health',
  'Beauty',
  'Electronics',
  'Fashion',
  'Other',
] as const

/** The category of what needs no way: there distance is not unknown, there is none. */
export const ONLINE: (typeof CATEGORIES)[number] = 'Online'

/** Characters of a password (#175). Longer ones than the most would only be work for whoever checks them. */
export const PASSWORD = { min: 6, max: 200 } as const
/** Characters of a phone number, and how many of them must be digits (#174). */
export const PHONE = { min: 10, max: 15, digits: 10 } as const
/** Categories, and tags, that one shopper may be interested in. */
export const INTEREST_LIMIT = 50
/** How long somebody stays signed in who does not come back, and who does (the token is renewed on the way). */
export const SESSION_LIFE = 30 * DAY
/** A token of a session is made anew once it is this old. */
export const TOKEN_RENEWAL = DAY
/** How long the link of a mail works. */
export const RESET_LIFE = 30 * MINUTE
export const CONFIRM_LIFE = 7 * DAY
/** From the press of the button to the proof of Google: what is older is asked for again. */
export const GOOGLE_LIFE = 10 * MINUTE
/** The longest name of somebody at a provider, as OpenID Connect has it. */
export const GOOGLE_SUBJECT = 255
/** A picture of a profile (D-47). */
export const UPLOAD = { bytes: 5 * 1024 * 1024, pixels: 50_000_000, types: ['image/jpeg', 'image/png', 'image/gif'] } as const

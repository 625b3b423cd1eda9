/** The colours of the covers, by category. */
export type Inks = readonly [string, string, string, string]
export type Palette = readonly [paper: string, shape: string, inks: Inks]

/** paper, shape, and four inks from dark to light. Those that are worn beside a cover too stand in web/styles/category.css. */
export const PALETTES = {
  food: ['#F5B53A', '#E24E2A', ['#4B140E', '#B42F18', '#F7935F', '#FFF3D9']],
  retail: ['#2A7767', '#F2C655', ['#0B2E29', '#E0562F', '#F8BE8E', '#FFF6E2']],
  hotels: ['#22385C', '#EFA163', ['#101B31', '#C65A3A', '#F5C596', '#FFF2DF']],
  travel: ['#86C5DD', '#FFEFC2', ['#0F3446', '#D8452A', '#F3B33F', '#FFFDF6']],
  banks: ['#D8D0F1', '#F0BE4A', ['#211754', '#5B47BA', '#A996EA', '#FBF8FF']],
  online: ['#2C3DA6', '#7DDFC4', ['#0B1148', '#5A78F2', '#8FE8D0', '#F3FFFB']],
  services: ['#C8D567', '#2E6A3E', ['#15301D', '#3D8250', '#F0B24A', '#FFFEEC']],
  entertainment: ['#B5215B', '#FFB12B', ['#3B0620', '#7E0F3F', '#FF9DB4', '#FFF0E6']],
  health: ['#BCE4D5', '#FFFDF7', ['#0B3937', '#1B8679', '#FF8A73', '#FFFFFF']],
  beauty: ['#F6C5CE', '#C64A6A', ['#470D28', '#B2355F', '#F68C9B', '#FFF1EC']],
  electronics: ['#18222E', '#37CDB0', ['#0A0F16', '#4A627C', '#9DE6D8', '#F1FFFC']],
  fashion: ['#EAD9BC', '#B4472C', ['#1E1B1A', '#76482A', '#DB9A58', '#FFF9EE']],
  other: ['#AFBFB5', '#F1E9CC', ['#1C2A24', '#4F665B', '#E2BE58', '#FFFDF2']],
} as const satisfies Record<string, Palette>

export type PaletteName = keyof typeof PALETTES

const BY_CATEGORY: Record<string, PaletteName> = {
  Food: 'food',
  Retail: 'retail',
  'Hotels & Accommodation': 'hotels',
  'Travel & Transport': 'travel',
  Banks: 'banks',
  Online: 'online',
  Services: 'services',
  Entertainment: 'entertainment',
  Health: 'health',
  Beauty: 'beauty',
  Electronics: 'electronics',
  Fashion: 'fashion',
  Other: 'other',
}

export const paletteName = (category: string): PaletteName => BY_CATEGORY[category] ?? 'other'

/** The key by which a category's inks are named in category.css. A category that came with an import wears those of Other. */
import { CATEGORIES } from '#contract/constants.ts'

const KEYS = new Map<string, string>(CATEGORIES.map((name) => [name, name.split(' ')[0]!.toLowerCase()]))

export const categoryKey = (category: string | null | undefined) => KEYS.get(category ?? '') ?? 'other'

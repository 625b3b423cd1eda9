import { ICONS } from './icons.ts'

export type IconName = keyof typeof ICONS

/** Stands beside words that say the same, so it is silent to a screen reader. */
export const Icon = ({ name, className = '' }: { name: IconName; className?: string }) => (
  <svg className={`icon ${className}`} viewBox="0 0 256 256" aria-hidden="true">
    <path fill="currentColor" d={ICONS[name]} />
  </svg>
)

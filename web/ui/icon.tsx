import { ICONS } from './icons.ts'

export type IconName = keyof typeof ICONS

/** Stands beside words that say the same, so it is silent to a screen reader. */
export const Icon = ({ name, className = '' }: { name: IconName; className?: string }) => (
  <IconOf path={ICONS[name]} className={className} />
)

/** The same for a path that the page brings along. */
export const IconOf = ({ path, className = '' }: { path: string; className?: string }) => (
  <svg className={`icon ${className}`} viewBox="0 0 256 256" aria-hidden="true">
    <path fill="currentColor" d={path} />
  </svg>
)

import type { ReactNode } from 'react'

import { Icon, type IconName } from './icon.tsx'

type Tone = 'note' | 'bad' | 'good'
const ICONS: Record<Tone, IconName> = { note: 'clock-counter-clockwise', bad: 'warning', good: 'check' }

/** Something the visitor should know about what stands below. A bad one is read out at once. */
export const Banner = ({ tone, title, children, action }: { tone: Tone; title?: string; children: ReactNode; action?: ReactNode }) => (
  <div className={`banner ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
    <Icon name={ICONS[tone]} />
    <span>
      {title && <b>{title}</b>}
      {children}
    </span>
    {action}
  </div>
)

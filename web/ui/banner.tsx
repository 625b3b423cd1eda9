import type { ReactNode } from 'react'

import { Icon, type IconName } from './icon.tsx'

type Tone = 'note' | 'bad' | 'good'
const ICONS: Record<Tone, IconName> = { note: 'clock-counter-clockwise', bad: 'warning', good: 'check' }

type Props = { tone: Tone; icon?: IconName; title?: string; children: ReactNode; action?: ReactNode }

/** Something the visitor should know about what stands below. A bad one is read out at once. */
export const Banner = ({ tone, icon = ICONS[tone], title, children, action }: Props) => (
  <div className={`banner ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
    <Icon name={icon} />
    <span>
      {title && <b>{title}</b>}
      {children}
    </span>
    {action}
  </div>
)

import type { ReactNode } from 'react'

const SLATS = [80, 89, 98, 107, 116, 125, 134]
const STRIPES = [33, 55, 77, 99, 121, 143, 165]

/** Nothing to show: a shop with its shutter down, and words that say what to do. */
export const EmptyShop = ({
  title,
  children,
  level: Heading = 'h3',
}: {
  title: string
  children?: ReactNode
  level?: 'h1' | 'h2' | 'h3'
}) => (
  <div className="empty" data-category="other">
    <svg className="scene" viewBox="0 0 220 150" aria-hidden="true">
      <path d="M10 140h200v6H10z" fill="var(--line)" />
      <path d="M40 40h140v100H40z" fill="var(--paper)" />
      <path d="M56 74h108v66H56z" fill="#8D9A93" />
      <path d={SLATS.map((y) => `M56 ${y}h108v3H56z`).join('')} fill="#5C6A63" />
      {STRIPES.map((x, index) => (
        <path key={x} d={`M${x} 44h22v22a11 11 0 0 1-22 0z`} fill={index % 2 === 0 ? 'var(--saving)' : 'var(--ink-4)'} />
      ))}
      <path d="M33 36h154v10H33z" fill="var(--ink-1)" />
      <g transform="translate(150 92) rotate(-6)">
        <path d="M0 0h52v30H0z" fill="var(--surface)" stroke="var(--text)" strokeWidth="2.5" />
        <path d="M10 11h32M10 19h20" stroke="var(--text)" strokeWidth="3" />
      </g>
    </svg>
    <Heading>{title}</Heading>
    {children}
  </div>
)

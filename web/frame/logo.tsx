export const Logo = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <path d="M5 13h22v15H5z" fill="var(--action)" />
    <path d="M13 18h6v10h-6z" fill="var(--canvas)" />
    <path d="M3 4h26v8H3z" fill="var(--saving)" />
    <path d="M3 11h6.5v2a3.25 3.25 0 0 1-6.5 0zM16 11h6.5v2a3.25 3.25 0 0 1-6.5 0z" fill="var(--saving)" />
    <path d="M9.5 11H16v2a3.25 3.25 0 0 1-6.5 0zM22.5 11H29v2a3.25 3.25 0 0 1-6.5 0z" fill="var(--text)" />
  </svg>
)

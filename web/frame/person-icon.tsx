/** Phosphor's `user`, bold (MIT, as in ui/icons.ts). */
export const PersonIcon = () => (
  <svg className="icon" viewBox="0 0 256 256" aria-hidden="true">
    <path
      fill="currentColor"
      d="M234.38 210a123.36 123.36 0 0 0-60.78-53.23a76 76 0 1 0-91.2 0A123.36 123.36 0 0 0 21.62 210a12 12 0 1 0 20.77 12c18.12-31.32 50.12-50 85.61-50s67.49 18.69 85.61 50a12 12 0 0 0 20.77-12M76 96a52 52 0 1 1 52 52a52.06 52.06 0 0 1-52-52"
    />
  </svg>
)

/** The title and description of a page, wherever in it this stands: React puts them into the head. */
export const PageHead = ({ title, description }: { title: string; description?: string | null | undefined }) => (
  <>
    <title>{title}</title>
    {description && <meta name="description" content={description.replace(/\s+/g, ' ').slice(0, 160)} />}
  </>
)

/** Empty cards that keep the place of those on their way; where a list goes on with them, as far below it as its next row would be. */
export const ShopSkeleton = ({ count, isGoingOn = false }: { count: number; isGoingOn?: boolean }) => (
  <div className={isGoingOn ? 'cards mt-6' : 'cards mt-5'} aria-hidden="true">
    {Array.from({ length: count }, (_, index) => (
      <div className="card shop-card coming" key={index}>
        <div className="front">
          <div className="sk aspect-5/2 rounded-none" />
        </div>
        <span className="sk line w-11/12" />
        <span className="sk line w-3/5" />
      </div>
    ))}
  </div>
)

/** What is said of a like, in the written words (#157, #160, #161). Without a schema, so that it ships to the browser as it is. */
export const LIKE_TEXTS = {
  OFFER: {
    ADD: 'Added to liked offers',
    REMOVE: 'Removed from liked offers',
    already: 'Offer already liked',
    missing: 'Offer not found in liked offers',
  },
  SHOP: {
    ADD: 'Added to liked shops',
    REMOVE: 'Removed from liked shops',
    already: 'Shop already liked',
    missing: 'Shop not found in liked shops',
  },
} as const

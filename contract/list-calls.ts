/**
 * The calls of a shopper's own lists: likes and interests. Each list has several doors, for clients in the field know it by several names (D-32);
 * what stands behind them is described once. They are part of the table in calls.ts.
 */
import * as z from 'zod'

import { categoriesBody, categoryBody, tagBody, tagsBody } from './consumer.ts'
import { likedOffer, likedOfferBody, likedQuery, likedShop, likedShopBody } from './like.ts'
import { done, idParams as id, page } from './wire.ts'

const listLikedOffers = {
  who: 'consumer',
  summary: 'Offers that you like, running or not: what ends soonest first, what is over or withdrawn last',
  query: likedQuery,
  answer: page(likedOffer),
} as const
const likeOffer = { who: 'consumer', summary: 'Like an offer. 409 where you do already', body: likedOfferBody, answer: done } as const
const unlikeOffer = { who: 'consumer', summary: 'Like an offer no more. 404 where you did not', answer: done } as const
const listLikedShops = {
  who: 'consumer',
  summary: 'Shops that you like, by name; those that have left last',
  query: likedQuery,
  answer: page(likedShop),
} as const
const likeShop = { who: 'consumer', summary: 'Like a shop. 409 where you do already', body: likedShopBody, answer: done } as const
const unlikeShop = { who: 'consumer', summary: 'Like a shop no more. 404 where you did not', answer: done } as const

const interests = page(z.string())
const listCategories = { who: 'consumer', summary: 'Categories that you are interested in', answer: interests } as const
const addCategory = { who: 'consumer', summary: 'Add one. It is there once', body: categoryBody, answer: interests } as const
const replaceCategories = { who: 'consumer', summary: 'Set them all', body: categoriesBody, answer: interests } as const
const removeCategory = { who: 'consumer', summary: 'Remove one', answer: interests } as const
const listTags = { who: 'consumer', summary: 'Tags that you are interested in', answer: interests } as const
const addTag = { who: 'consumer', summary: 'Add one. It is there once', body: tagBody, answer: interests } as const
const replaceTags = { who: 'consumer', summary: 'Set them all', body: tagsBody, answer: interests } as const
const removeTag = { who: 'consumer', summary: 'Remove one', answer: interests } as const

export const listCalls = {
  'GET /consumer/liked-offers': listLikedOffers,
  'GET /consumer/liked-offers/{id}': { ...listLikedOffers, params: id },
  'POST /consumer/liked-offers': likeOffer,
  'POST /consumer/liked-offers/{id}': { ...likeOffer, params: id },
  'DELETE /consumer/liked-offers': { ...unlikeOffer, body: likedOfferBody },
  'DELETE /consumer/liked-offers/{id}': { ...unlikeOffer, params: id },
  'GET /consumer/liked-shops': listLikedShops,
  'GET /consumer/liked-shops/{id}': { ...listLikedShops, params: id },
  'POST /consumer/liked-shops': likeShop,
  'POST /consumer/liked-shops/{id}': { ...likeShop, params: id },
  'DELETE /consumer/liked-shops': { ...unlikeShop, body: likedShopBody },
  'DELETE /consumer/liked-shops/{id}': { ...unlikeShop, params: id },
  'GET /consumer/favorite-shops': listLikedShops,
  'GET /consumer/favorite-shops/{id}': { ...listLikedShops, params: id },
  'POST /consumer/favorite-shops': likeShop,
  'POST /consumer/favorite-shops/{id}': { ...likeShop, params: id },
  'DELETE /consumer/favorite-shops': { ...unlikeShop, body: likedShopBody },
  'DELETE /consumer/favorite-shops/{id}': { ...unlikeShop, params: id },
  'GET /consumer/interested-categories': listCategories,
  'GET /consumer/interested-categories/{id}': { ...listCategories, params: id },
  'POST /consumer/interested-categories': addCategory,
  'POST /consumer/interested-categories/{id}': { ...addCategory, params: id },
  'PUT /consumer/interested-categories': replaceCategories,
  'PUT /consumer/interested-categories/{id}': { ...replaceCategories, params: id },
  'DELETE /consumer/interested-categories': { ...removeCategory, body: categoryBody },
  'DELETE /consumer/interested-categories/{id}': { ...removeCategory, params: id },
  'GET /consumer/interested-tags': listTags,
  'GET /consumer/interested-tags/{id}': { ...listTags, params: id },
  'POST /consumer/interested-tags': addTag,
  'POST /consumer/interested-tags/{id}': { ...addTag, params: id },
  'PUT /consumer/interested-tags': replaceTags,
  'PUT /consumer/interested-tags/{id}': { ...replaceTags, params: id },
  'DELETE /consumer/interested-tags': { ...removeTag, body: tagBody },
  'DELETE /consumer/interested-tags/{id}': { ...removeTag, params: id },
} as const

import { AppError } from '#contract/errors.ts'
import { wholeList } from '#contract/wire.ts'

import { findConsumer } from '../consumers/data.ts'
import type { Context } from '../context.ts'
import type { Bind } from '../http/bind-call.ts'
import { createMineBinder, createOwnBinder } from '../http/bind-own.ts'
import type { ConsumerGuards } from '../http/require-consumer.ts'
import { changeInterests, type InterestList } from './change-interests.ts'

/** The categories and the tags that somebody cares about: a list of words each, without repetitions whatever their case. */
export function registerInterests(bind: Bind, context: Context, { guards }: { guards: ConsumerGuards }) {
  const bindOwn = createOwnBinder(bind, guards)
  const bindMine = createMineBinder(bind, guards)
  const list = async (consumerId: string, name: InterestList) => {
    const consumer = await findConsumer(context.db, consumerId)
    if (!consumer) throw new AppError('session_expired')
    return wholeList(consumer[name])
  }
  const add = async (consumerId: string, name: InterestList, word: string) =>
    wholeList(await changeInterests(context, consumerId, name, (before) => [...before, word]))
  const replace = async (consumerId: string, name: InterestList, words: string[]) =>
    wholeList(await changeInterests(context, consumerId, name, () => words))
  const remove = async (consumerId: string, name: InterestList, word: string) => {
    const isOther = (one: string) => one.toLowerCase() !== word.trim().toLowerCase()
    return wholeList(await changeInterests(context, consumerId, name, (before) => before.filter(isOther)))
  }

  bindOwn('GET /consumer/interested-categories', (_, me) => list(me, 'interested_categories'))
  bindOwn('POST /consumer/interested-categories', ({ body }, me) => add(me, 'interested_categories', body.category))
  bindOwn('PUT /consumer/interested-categories', ({ body }, me) => replace(me, 'interested_categories', body.categories))
  bindMine('DELETE /consumer/interested-categories', ({ body }, me) => remove(me, 'interested_categories', body.category))
  bindMine('DELETE /consumer/interested-categories/{id}', ({ params }, me) => remove(me, 'interested_categories', params.id))
  bindOwn('GET /consumer/interested-tags', (_, me) => list(me, 'interested_tags'))
  bindOwn('POST /consumer/interested-tags', ({ body }, me) => add(me, 'interested_tags', body.tag))
  bindOwn('PUT /consumer/interested-tags', ({ body }, me) => replace(me, 'interested_tags', body.tags))
  bindMine('DELETE /consumer/interested-tags', ({ body }, me) => remove(me, 'interested_tags', body.tag))
  bindMine('DELETE /consumer/interested-tags/{id}', ({ params }, me) => remove(me, 'interested_tags', params.id))
}

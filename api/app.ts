/** The whole API, every feature in plain sight. */
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'

import type { Api } from '#contract/calls.ts'
import { AppError } from '#contract/errors.ts'

import { createAdminGuard, type AdminGuard } from './admin/require-admin.ts'
import { registerCatalogue } from './catalogue/routes.ts'
import { registerCity } from './city/routes.ts'
import { registerConsumers } from './consumers/routes.ts'
import { apartFromReaders, type Context } from './context.ts'
import { registerDiscovery } from './discovery/routes.ts'
import { serveDocs } from './docs/serve-docs.ts'
import type { PictureKeeper } from './fetched-pictures/keep-pictures.ts'
import { registerFetchedPictures } from './fetched-pictures/routes.ts'
import { registerExports } from './exports/routes.ts'
import { registerEdits } from './edits/routes.ts'
import { registerGoogle } from './google/routes.ts'
import { registerHealth } from './health/routes.ts'
import { API_BASE, createBinder, type Bind } from './http/bind-call.ts'
import { createAttempts } from './http/count-attempts.ts'
import { sendFailure } from './http/failure.ts'
import { openService, type Service, type ServiceParts } from './http/open-service.ts'
import { createConsumerGuards, type ConsumerGuards } from './http/require-consumer.ts'
import { registerImports } from './imports/routes.ts'
import type { Clicks } from './interactions/count-clicks.ts'
import { registerInteractions } from './interactions/routes.ts'
import { registerInterests } from './interests/routes.ts'
import { createJobs, type Jobs } from './jobs/run-jobs.ts'
import { createLikes } from './likes/change-like.ts'
import { registerLikes } from './likes/routes.ts'
import { createMailer } from './mail/queue-mail.ts'
import { registerOffers } from './offers/routes.ts'
import { registerPasswords } from './passwords/routes.ts'
import { registerPictures } from './pictures/routes.ts'
import { createAsker } from './recommendations/ask-recommender.ts'
import { createRecommendations } from './recommendations/list-recommendations.ts'
import { bindRecommendations, registerDismissals } from './recommendations/routes.ts'
import { registerReports } from './reports/routes.ts'
import { registerSessions } from './sessions/routes.ts'
import { createTokens } from './sessions/sign-token.ts'
import { registerShops } from './shops/routes.ts'
import { registerPictureStore } from './uploads/store-pictures.ts'
import { runRecommender, type RunningRecommender } from '#recommender/run-recommender.ts'

export type App = Service & {
  api: Api
  jobs: Jobs
  clicks: Clicks
  recommender: RunningRecommender
  /** Where FETCH_IMAGES is set. */
  fetchedPictures: PictureKeeper | undefined
}

/** Builds the API over an open, migrated database. It listens to nobody yet. */
export async function createApp(parts: ServiceParts): Promise<App> {
  const { server, context } = openService(parts)
  const { config } = parts
  await server.register(multipart)
  if (config.API_DOCS) await serveDocs(server)

  const { bind, api } = createBinder(server, context)
  registerHealth(server, context)
  registerOffers(bind, context)
  registerShops(bind, context)
  registerCatalogue(bind, context)
  registerCity(bind, context)
  const requireAdmin = createAdminGuard(context)
  const apart = apartFromReaders(context)
  registerImports(server, bind, apart, requireAdmin)
  registerEdits(bind, apart, requireAdmin)
  registerExports(bind, apart, requireAdmin)
  const { jobs, clicks, recommender } = registerAccounts(server, bind, context, requireAdmin)
  registerPictures(server, context)
  const fetchedPictures = registerFetchedPictures(server, bind, context, requireAdmin)
  registerDiscovery(server, context, api)
  server.all(`${API_BASE}/*`, (request, reply) => sendFailure(new AppError('not_found'), request, reply))
  server.addHook('onClose', () => jobs.stop())
  return { server, context, api, jobs, clicks, recommender, fetchedPictures }
}

/** Everything that knows who is asking. Answers the promised work of it, which begins when it is told to. */
function registerAccounts(server: FastifyInstance, bind: Bind, context: Context, requireAdmin: AdminGuard) {
  const jobs = createJobs(context)
  const tokens = createTokens(context)
  const parts = {
    tokens,
    guards: createConsumerGuards(context, tokens),
    attempts: createAttempts(context),
    likes: createLikes(context),
    mailer: createMailer(context, jobs),
    pictures: registerPictureStore(server, context),
  }
  registerSessions(bind, context, parts)
  registerGoogle(bind, context, parts)
  registerPasswords(bind, context, parts)
  registerConsumers(bind, context, parts)
  registerLikes(bind, context, parts)
  registerInterests(bind, context, parts)
  registerDismissals(bind, context, parts)
  const recommender = registerRecommender(server, bind, context, parts)
  registerReports(bind, context, { ...parts, requireAdmin })
  return { jobs, recommender, clicks: registerInteractions(server, bind, context, parts) }
}

/** The recommender runs in here, unless an address says that it is a process of its own: then what is popular alone is found here. */
function registerRecommender(server: FastifyInstance, bind: Bind, context: Context, { guards }: { guards: ConsumerGuards }) {
  const { config } = context
  const recommender = runRecommender({ ...context, city: config.city }, { isElsewhere: config.RECOMMENDER_URL !== undefined })
  server.addHook('onClose', () => recommender.stop())
  bindRecommendations(bind, createRecommendations(context, { guards, recommender, ask: createAsker(context, recommender) }))
  return recommender
}

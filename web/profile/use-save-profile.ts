import { useMutation } from '@tanstack/react-query'

import type { Consumer } from '#contract/consumer.ts'

import { browserApi, browserQueries } from '#web/lib/browser.ts'
import { isAnswer } from '#web/lib/failure-text.ts'
import { isAppError } from '#web/lib/failure.ts'
import { likesMark, updateUser } from '#web/session/session-store.ts'
import { showToast } from '#web/ui/toasts.ts'

import type { ProfileBody } from './profile-draft.ts'

/** Saves changes of a profile and takes over what the server made of them. A failure is said in the written words (#236). */
export const useSaveProfile = (user: Consumer) =>
  useMutation({
    // Without a network it fails at once, instead of waiting for one unseen.
    networkMode: 'always',
    mutationFn: async (body: ProfileBody) => {
      const mark = likesMark()
      const { data } = await browserApi('PUT /consumer/update-profile/{id}', { params: { id: user.id }, body })
      updateUser(data, mark)
      // Interests may have changed, and what is recommended with them.
      void browserQueries.invalidateQueries({ queryKey: ['consumer', 'recommended-offers'], refetchType: 'none' })
      return data
    },
    onError: (error) => {
      // A session that has ended has its own words, on the page to sign in.
      if (isAppError(error) && error.status === 401) return
      const description = isAnswer(error) ? 'There was an error updating your profile. Please try again.' : 'An unexpected error occurred.'
      showToast({ title: 'Not saved', description, variant: 'destructive' })
    },
  })

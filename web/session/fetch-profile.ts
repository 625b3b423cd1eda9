import { createClient } from '#contract/client.ts'

/** A token that came alone: the profile is asked for with it, before there is a session. No server of ours answers so: it is fetched when one does. */
export async function fetchProfile(token: string, id: string) {
  const api = createClient('/api/v1', { headers: () => ({ authorization: `Bearer ${token}` }) })
  return (await api('GET /consumer/{id}', { params: { id } })).data
}

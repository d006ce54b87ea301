// Requests a scan of a client's website now.
import { type Submit, useSubmit } from '../../../ui/form/use-submit'
import { scanNow } from '../remote'

export function useScan(clientId: string): Submit {
  return useSubmit(async () => {
    const reply = await scanNow(clientId)
    return 'rejected' in reply ? { message: reply.rejected.message } : null
  })
}

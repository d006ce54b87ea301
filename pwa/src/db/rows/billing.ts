// The rows of users' and clients' subscriptions.
import type { Streamed, WireRow } from './rows'

/**
 * A user's subscription and card. The row's id is the user's id. If `payment_method_last4` is null, no card
 * is on file.
 */
export interface UserSubscriptionRow extends WireRow, Streamed {
  user_id: string
  subscription_status: string | null
  price_id: string | null
  /** Unix seconds. */
  current_period_end: number | null
  cancel_at_period_end: boolean
  payment_method_brand: string | null
  payment_method_last4: string | null
  /** Why no further trial is possible. Missing in rows that were stored before the server sent this field. */
  trial_used?: 'card' | 'person' | null
  updated_at: string
}

/** A client's subscription. Admins receive it too. The row's id is the client's id. */
export interface SubscriptionRow extends WireRow, Streamed {
  client_id: string
  status: string
  /** Unix seconds. */
  current_period_end: number | null
  cancel_at_period_end: boolean
}

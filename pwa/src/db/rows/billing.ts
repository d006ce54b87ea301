// Who pays, and for what.
import type { Streamed, WireRow } from './rows'

/** How a person pays; without `payment_method_last4` there is no card on file. Its id is the person's. */
export interface UserSubscriptionRow extends WireRow, Streamed {
  user_id: string
  subscription_status: string | null
  price_id: string | null
  /** Unix seconds. */
  current_period_end: number | null
  cancel_at_period_end: boolean
  payment_method_brand: string | null
  payment_method_last4: string | null
  /** Why no trial can be given any more; absent in rows that were stored before it was told. */
  trial_used?: 'card' | 'person' | null
  updated_at: string
}

/** A client's subscription, as admins see it too. Its id is the client's. */
export interface SubscriptionRow extends WireRow, Streamed {
  client_id: string
  status: string
  /** Unix seconds. */
  current_period_end: number | null
  cancel_at_period_end: boolean
}

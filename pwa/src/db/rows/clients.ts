// The rows of clients and admins.
import type { Streamed, WireRow } from './rows'

/** Only admins receive `is_staff`, `plan_level` and `status_source`. */
export interface ClientRow extends WireRow, Streamed {
  user_id: string | null
  company_name: string
  contact_name: string
  contact_email: string
  phone: string | null
  website_url: string | null
  service_areas: string | null
  subscription_tier: 'basic' | 'pro' | 'enterprise'
  subscription_status: 'active' | 'inactive'
  notify_messages: boolean
  notify_reports: boolean
  plan_level?: string | null
  /** Who set the status last. A payment does not restore access that an admin has removed. */
  status_source?: 'billing' | 'admin'
  model_preference?: string | null
  ga4_property_id: string | null
  ga4_property_name: string | null
  is_staff?: boolean
  created_at: string
  updated_at: string
}

export interface AdminRow extends WireRow, Streamed {
  user_id: string | null
  role: 'admin'
  name: string
  email: string
  created_at: string
}

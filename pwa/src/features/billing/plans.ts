// The plans: what the server last said, kept so that they are shown offline too.
import { useEffect, useState } from 'react'

import { recall, remember } from '../../lib/storage'
import { askForProducts, type Product } from './remote'

export type { Product }

const KEY = 'plans'

export interface Plans {
  products: readonly Product[]
  /** Nothing is kept, and the server was not reached: what to say. */
  problem: string | null
  isAsked: boolean
}

export function usePlans(online: boolean): Plans {
  const [plans, setPlans] = useState<Plans>(() => ({ products: kept(), problem: null, isAsked: false }))
  useEffect(() => {
    if (!online) return
    let gone = false
    void askForProducts().then((reply) => {
      if (gone) return
      if (reply.is === 'refused') {
        setPlans((before) => ({ ...before, problem: reply.message, isAsked: true }))
      } else {
        remember(KEY, JSON.stringify(reply.value))
        setPlans({ products: reply.value, problem: null, isAsked: true })
      }
    })
    return () => {
      gone = true
    }
  }, [online])
  return plans
}

function kept(): Product[] {
  try {
    const found: unknown = JSON.parse(recall(KEY) ?? '[]')
    return Array.isArray(found) ? found.filter(isProduct) : []
  } catch {
    return []
  }
}

function isProduct(value: unknown): value is Product {
  return typeof value === 'object' && value !== null && 'priceId' in value && 'price' in value && 'currency' in value
}

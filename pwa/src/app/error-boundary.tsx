// Catches render errors, so that a broken screen does not leave a blank page.
import { RotateCw } from 'lucide-react'
import { Component, type ErrorInfo, type ReactNode } from 'react'

import { noteFailure } from '../lib/failures'
import { Button } from '../ui/button'
import { EmptyState } from '../ui/feedback/empty-state'
import { LogoMark } from '../ui/brand/logo'

type State = { error: Error | null }

/** Renders the children again when `resetKey` changes, for example after a navigation. */
export class ErrorBoundary extends Component<{ children: ReactNode; resetKey?: string }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: Error): State {
    return { error }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    noteFailure('error', error)
    console.error(error, info.componentStack)
  }

  override componentDidUpdate(before: { resetKey?: string }): void {
    if (this.state.error !== null && before.resetKey !== this.props.resetKey) this.setState({ error: null })
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    return (
      <div role="alert" className="flex min-h-[70dvh] items-center justify-center">
        <EmptyState
          heading="h1"
          icon={<LogoMark />}
          title="This screen could not be shown"
          action={
            <Button
              tone="primary"
              icon={<RotateCw size={16} aria-hidden="true" />}
              onClick={() => location.reload()}
            >
              Load again
            </Button>
          }
        >
          Nothing you wrote is lost: drafts and waiting messages are stored on this device.
        </EmptyState>
      </div>
    )
  }
}

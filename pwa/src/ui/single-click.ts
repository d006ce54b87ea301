// Click handlers that ignore the second click of a double click.
import type { MouseEvent } from 'react'

/**
 * For a button that appears where the user pressed another one. A double click on the first button must not
 * press the second. Clicks by keyboard have a `detail` of 0, so they are not ignored.
 */
export function singleClick(run: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.detail < 2) run()
  }
}

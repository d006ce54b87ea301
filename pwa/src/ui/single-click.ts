// Click handlers that ignore the second click of a double click.
import type { MouseEvent } from 'react'

/**
 * For a button that appears where another one was pressed: a double click on the first must not press the second.
 * The keyboard's clicks have a `detail` of 0.
 */
export function singleClick(run: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.detail < 2) run()
  }
}

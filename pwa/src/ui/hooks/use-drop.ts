// The hook with the handlers for files that are dragged over an element and dropped on it.
import { type DragEvent, useRef, useState } from 'react'

/** `isOver` is true while files are held over the element that has `handlers`. */
export function useDrop(onFiles: (files: FileList) => void) {
  const [isOver, setOver] = useState(false)
  // The browser fires `dragenter` of a child before `dragleave` of its parent, so count the entered elements.
  const depth = useRef(0)
  const updateDepth = (event: DragEvent, change: number) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    depth.current = Math.max(0, depth.current + change)
    setOver(depth.current > 0)
  }
  return {
    isOver,
    handlers: {
      onDragEnter: (event: DragEvent) => updateDepth(event, 1),
      onDragLeave: (event: DragEvent) => updateDepth(event, -1),
      onDragOver: (event: DragEvent) => updateDepth(event, 0),
      onDrop(event: DragEvent) {
        updateDepth(event, -depth.current)
        if (event.dataTransfer.files.length > 0) onFiles(event.dataTransfer.files)
      },
    },
  }
}

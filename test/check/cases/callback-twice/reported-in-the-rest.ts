// rules: callback-twice
import { stat } from 'fs';
export function size(file: string, cb: (error: Error | null, size?: number) => void) {
  stat(file, (error, info) => {
    if (error) { cb(error); } // expect: callback-twice
    stat(file + '.gz', (_, zipped) => { cb(null, zipped ? zipped.size : info.size); });
  });
}

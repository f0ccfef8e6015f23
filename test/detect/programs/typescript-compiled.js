// What tsc makes of modules/compiled.ts: places are told in the source.
// race: 11 14 ordering confirmed
"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
// The source of typescript-compiled.js: an enum is more than Node can strip.
const fs = require("fs");
var State;
(function (State) {
    State["New"] = "new";
    State["Known"] = "known";
})(State || (State = {}));
let state = State.New;
fs.stat(__filename, () => {
    state = State.Known;
});
fs.access(__filename, () => {
    console.log(state);
});
//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJmaWxlIjoidHlwZXNjcmlwdC1jb21waWxlZC5qcyIsInNvdXJjZXMiOlsibW9kdWxlcy9jb21waWxlZC50cyJdLCJuYW1lcyI6W10sIm1hcHBpbmdzIjoiOzs7O0FBQUEsNkVBQTZFO0FBQzdFLHlCQUEwQjtBQUUxQixJQUFLLEtBR0o7QUFIRCxXQUFLLEtBQUs7SUFDUixvQkFBVyxDQUFBO0lBQ1gsd0JBQWUsQ0FBQTtBQUNqQixDQUFDLEVBSEksS0FBSyxLQUFMLEtBQUssUUFHVDtBQUVELElBQUksS0FBSyxHQUFVLEtBQUssQ0FBQyxHQUFHLENBQUM7QUFDN0IsRUFBRSxDQUFDLElBQUksQ0FBQyxVQUFVLEVBQUUsR0FBUyxFQUFFO0lBQzdCLEtBQUssR0FBRyxLQUFLLENBQUMsS0FBSyxDQUFDO0FBQ3RCLENBQUMsQ0FBQyxDQUFDO0FBQ0gsRUFBRSxDQUFDLE1BQU0sQ0FBQyxVQUFVLEVBQUUsR0FBUyxFQUFFO0lBQy9CLE9BQU8sQ0FBQyxHQUFHLENBQUMsS0FBSyxDQUFDLENBQUM7QUFDckIsQ0FBQyxDQUFDLENBQUMifQ==

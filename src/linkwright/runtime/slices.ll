; What threads do without the interpreter, where they would wait for each other: take slices of a batch, and wait a little.
; threads.py and native_batch.py say what for. PAUSE tells the processor that it waits.

; A batch of states, slice by slice, each for whoever comes first. slices: number of the next one, how many there are, states of
; one, states of all, who is at work, a bell to ring. The rest is what `batch` takes, where `count` ports are `apart` from state to
; state.
define dso_local void @work(
    ptr %slices, ptr %batch, ptr %ports, ptr %apart, ptr %strides, i64 %count, ptr %memory, i1 %large) {
  %own = alloca i64, i64 %count
  %many.at = getelementptr i64, ptr %slices, i64 1
  %size.at = getelementptr i64, ptr %slices, i64 2
  %states.at = getelementptr i64, ptr %slices, i64 3
  %many = load i64, ptr %many.at
  %size = load i64, ptr %size.at
  %states = load i64, ptr %states.at
  %bell.at = getelementptr i64, ptr %slices, i64 5
  %bell = load ptr, ptr %bell.at
  %rung = atomicrmw add ptr %bell, i64 1 seq_cst
  br label %next
next:
  %slice = atomicrmw add ptr %slices, i64 1 seq_cst
  %taken = icmp ult i64 %slice, %many
  br i1 %taken, label %begin, label %done
begin:
  %start = mul i64 %slice, %size
  %left = sub i64 %states, %start
  %here = call i64 @llvm.umin.i64(i64 %left, i64 %size)
  br label %port
port:
  %k = phi i64 [ 0, %begin ], [ %k1, %port ]
  %first.at = getelementptr i64, ptr %ports, i64 %k
  %first = load i64, ptr %first.at
  %apart.at = getelementptr i64, ptr %apart, i64 %k
  %each = load i64, ptr %apart.at
  %far = mul i64 %each, %start
  %row = add i64 %first, %far
  %row.at = getelementptr i64, ptr %own, i64 %k
  store i64 %row, ptr %row.at
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, %count
  br i1 %more, label %port, label %run
run:
  call void %batch(ptr %own, ptr %strides, i64 %here, ptr %memory, i1 %large)
  br label %next
done:
  ret void
}

; Until a word is no longer `value`, or the patience is at its end.
define dso_local void @wait(ptr %word, i64 %value, i64 %patience) {
  br label %look
look:
  %k = phi i64 [ 0, %0 ], [ %k1, %pause ]
  %found = load atomic i64, ptr %word seq_cst, align 8
  %same = icmp eq i64 %found, %value
  %early = icmp ult i64 %k, %patience
  %again = and i1 %same, %early
  br i1 %again, label %pause, label %done
pause:
  PAUSE
  %k1 = add i64 %k, 1
  br label %look
done:
  ret void
}

declare i64 @llvm.umin.i64(i64, i64)

; A Python function in machine code; trampoline.py says what it does and fills in what this text leaves open.
;
;   ptr call(ptr self, ptr args, i64 nargs, ptr kwnames)     self = (address of the context, what to keep alive ...)
;
; Two abbreviations: `load T, ptr %x @+N` reads N bytes after %x; `@python:name` reads an entry of the table `python`.
; Words in capitals are offsets and sizes. A count of states is -1 where an array is one state and no batch.

; the data of an array that is exactly as `record` wants it, one state or a row of states, else null; `count` gets which
define internal ptr @array(ptr %object, ptr %record, i32 %wanted, ptr %count) #0 {
  %type = load ptr, ptr %object @+TYPE
  %ndarray = @python:ndarray
  %is_array = icmp eq ptr %type, %ndarray
  br i1 %is_array, label %typed, label %no
typed:
  %descr = load ptr, ptr %object @+DESCR
  %due_descr = @python:real
  %is_float = icmp eq ptr %descr, %due_descr
  %flags = load i32, ptr %object @+FLAGS
  %masked = and i32 %flags, %wanted
  %has_flags = icmp eq i32 %masked, %wanted
  %rank = load i32, ptr %object @+RANK
  %long_rank = sext i32 %rank to i64
  %due_rank = load i64, ptr %record @+PORT_RANK
  %extra = sub i64 %long_rank, %due_rank
  %has_rank = icmp ult i64 %extra, 2
  %both = and i1 %is_float, %has_flags
  %all = and i1 %both, %has_rank
  br i1 %all, label %shape, label %no
shape:
  %dims = load ptr, ptr %object @+DIMS
  %own_dims = getelementptr i64, ptr %dims, i64 %extra
  %due_dims = load ptr, ptr %record @+PORT_DIMS
  %is_batch = icmp eq i64 %extra, 1
  br i1 %is_batch, label %many, label %one
one:
  store i64 -1, ptr %count
  br label %dim
many:
  %states = load i64, ptr %dims
  store i64 %states, ptr %count
  br label %dim
dim:
  %k = phi i64 [ 0, %one ], [ 0, %many ], [ %k1, %same ]
  %more = icmp ult i64 %k, %due_rank
  br i1 %more, label %compare, label %yes
compare:
  %at = getelementptr i64, ptr %own_dims, i64 %k
  %due_at = getelementptr i64, ptr %due_dims, i64 %k
  %size = load i64, ptr %at
  %due_size = load i64, ptr %due_at
  %equal = icmp eq i64 %size, %due_size
  br i1 %equal, label %same, label %no
same:
  %k1 = add i64 %k, 1
  br label %dim
yes:
  %data = load ptr, ptr %object @+DATA
  ret ptr %data
no:
  ret ptr null
}

; read input `index` from an object: its data, its stride; whether it fits, also to the batch so far
define internal i1 @input(ptr %object, ptr %ins, i64 %index, ptr %ports, ptr %strides, ptr %batch) #0 {
  %count = alloca i64
  %byte = mul i64 %index, RECORD
  %record = getelementptr i8, ptr %ins, i64 %byte
  %data = call ptr @array(ptr %object, ptr %record, i32 READ, ptr %count)
  %bad = icmp eq ptr %data, null
  br i1 %bad, label %no, label %read
read:
  %port = getelementptr ptr, ptr %ports, i64 %index
  store ptr %data, ptr %port
  %here = load i64, ptr %count
  %single = icmp eq i64 %here, -1
  br i1 %single, label %yes, label %many
many:
  %bytes = load i64, ptr %record @+PORT_BYTES
  %stride = getelementptr i64, ptr %strides, i64 %index
  store i64 %bytes, ptr %stride
  %before = load i64, ptr %batch
  store i64 %here, ptr %batch
  %none = icmp eq i64 %before, -1
  %same = icmp eq i64 %before, %here
  %fits = or i1 %none, %same
  ret i1 %fits
yes:
  ret i1 true
no:
  ret i1 false
}

; a new array for an output; where its data are goes to `port`
define internal ptr @make(ptr %record, i64 %count, ptr %port) #0 {
  %shape = alloca [MOST_RANK x i64]
  %rank = load i64, ptr %record @+PORT_RANK
  %own = load ptr, ptr %record @+PORT_DIMS
  %single = icmp eq i64 %count, -1
  br i1 %single, label %create, label %batch
batch:
  store i64 %count, ptr %shape
  %more = add i64 %rank, 1
  br label %dim
dim:
  %k = phi i64 [ 0, %batch ], [ %k1, %copy ]
  %k1 = add i64 %k, 1
  %left = icmp ult i64 %k, %rank
  br i1 %left, label %copy, label %create
copy:
  %from = getelementptr i64, ptr %own, i64 %k
  %to = getelementptr i64, ptr %shape, i64 %k1
  %size = load i64, ptr %from
  store i64 %size, ptr %to
  br label %dim
create:
  %dims = phi ptr [ %own, %0 ], [ %shape, %dim ]
  %n = phi i64 [ %rank, %0 ], [ %more, %dim ]
  %n32 = trunc i64 %n to i32
  %newarray = @python:PyArray_New
  %ndarray = @python:ndarray
  %array = call ptr %newarray(ptr %ndarray, i32 %n32, ptr %dims, i32 REAL, ptr null, ptr null, i32 0, i32 0, ptr null)
  %failed = icmp eq ptr %array, null
  br i1 %failed, label %end, label %made
made:
  %data = load ptr, ptr %array @+DATA
  store ptr %data, ptr %port
  br label %end
end:
  ret ptr %array
}

; the kernel for one state or for a batch
define internal void @run(ptr %context, ptr %ports, ptr %strides, i64 %count) #0 {
  %single = icmp eq i64 %count, -1
  br i1 %single, label %one, label %many
one:
  %kernel = load ptr, ptr %context @+KERNEL
  call void %kernel(ptr %ports)
  ret void
many:
  %n_in = load i64, ptr %context @+INPUTS
  %n_out = load i64, ptr %context @+OUTPUTS
  %outs = load ptr, ptr %context @+OUT_RECORDS
  %out_strides = getelementptr i64, ptr %strides, i64 %n_in
  br label %stride
stride:
  %k = phi i64 [ 0, %many ], [ %k1, %set ]
  %k1 = add i64 %k, 1
  %left = icmp ult i64 %k, %n_out
  br i1 %left, label %set, label %call
set:
  %byte = mul i64 %k, RECORD
  %record = getelementptr i8, ptr %outs, i64 %byte
  %bytes = load i64, ptr %record @+PORT_BYTES
  %to = getelementptr i64, ptr %out_strides, i64 %k
  store i64 %bytes, ptr %to
  br label %stride
call:
  %batch = load ptr, ptr %context @+BATCH
  %kept = load ptr, ptr %context @+KEPT
  %on_stack = icmp eq ptr %kept, null
  br i1 %on_stack, label %stack, label %start
stack:
  %size = load i64, ptr %context @+MEMORY
  %block = alloca i8, i64 %size, align 64
  br label %start
start:
  %memory = phi ptr [ %kept, %call ], [ %block, %stack ]
  call void %batch(ptr %ports, ptr %strides, i64 %count, ptr %memory, i1 false)
  ret void
}

; where to write, from what was given as `out`: an array, or where there are several outputs a dictionary with all of them
define internal i1 @outputs(ptr %object, ptr %outs, i64 %n_out, ptr %to_out, ptr %count) #0 {
  %here = alloca i64
  %one = icmp eq i64 %n_out, 1
  br i1 %one, label %array, label %typed
array:
  %data = call ptr @array(ptr %object, ptr %outs, i32 WRITE, ptr %count)
  store ptr %data, ptr %to_out
  %good = icmp ne ptr %data, null
  ret i1 %good
typed:
  %type = load ptr, ptr %object @+TYPE
  %dict = @python:dict
  %is_dict = icmp eq ptr %type, %dict
  br i1 %is_dict, label %sized, label %no
sized:
  %dictsize = @python:PyDict_Size
  %size = call i64 %dictsize(ptr %object)
  %all = icmp eq i64 %size, %n_out
  br i1 %all, label %item, label %no
item:
  %k = phi i64 [ 0, %sized ], [ %k1, %same ]
  %k1 = add i64 %k, 1
  %left = icmp ult i64 %k, %n_out
  br i1 %left, label %find, label %yes
find:
  %byte = mul i64 %k, RECORD
  %record = getelementptr i8, ptr %outs, i64 %byte
  %name = load ptr, ptr %record @+PORT_NAME
  %getitem = @python:PyDict_GetItem
  %found = call ptr %getitem(ptr %object, ptr %name)
  %missing = icmp eq ptr %found, null
  br i1 %missing, label %no, label %read
read:
  %item_data = call ptr @array(ptr %found, ptr %record, i32 WRITE, ptr %here)
  %bad = icmp eq ptr %item_data, null
  br i1 %bad, label %no, label %put
put:
  %to = getelementptr ptr, ptr %to_out, i64 %k
  store ptr %item_data, ptr %to
  %states = load i64, ptr %here
  %first = icmp eq i64 %k, 0
  %before = load i64, ptr %count
  %like = icmp eq i64 %before, %states
  %fits = or i1 %first, %like
  br i1 %fits, label %same, label %no
same:
  store i64 %states, ptr %count
  br label %item
yes:
  ret i1 true
no:
  ret i1 false
}

; whether an input overlaps one of the outputs
define internal i1 @overlap(ptr %data, i64 %bytes, i64 %states, ptr %outs, i64 %n_out, ptr %to_out) #0 {
  %size = mul i64 %bytes, %states
  %end = getelementptr i8, ptr %data, i64 %size
  br label %output
output:
  %k = phi i64 [ 0, %0 ], [ %k1, %check ]
  %k1 = add i64 %k, 1
  %left = icmp ult i64 %k, %n_out
  br i1 %left, label %check, label %no
check:
  %byte = mul i64 %k, RECORD
  %record = getelementptr i8, ptr %outs, i64 %byte
  %to = getelementptr ptr, ptr %to_out, i64 %k
  %w_data = load ptr, ptr %to
  %w_bytes = load i64, ptr %record @+PORT_BYTES
  %w_size = mul i64 %w_bytes, %states
  %w_end = getelementptr i8, ptr %w_data, i64 %w_size
  %starts = icmp ult ptr %data, %w_end
  %ends = icmp ult ptr %w_data, %end
  %overlaps = and i1 %starts, %ends
  br i1 %overlaps, label %yes, label %output
yes:
  ret i1 true
no:
  ret i1 false
}

define dso_local ptr @call(ptr %self, ptr %args, i64 %nargs, ptr %kwnames) #0 {
  %ports = alloca [MOST x ptr], align 16
  %strides = alloca [MOST x i64], align 16
  %batch = alloca i64
  %out_count = alloca i64
  store i64 -1, ptr %batch
  store i64 -1, ptr %out_count
  %getitem = @python:PyTuple_GetItem
  %number = call ptr %getitem(ptr %self, i64 0)
  %aspointer = @python:PyLong_AsVoidPtr
  %context = call ptr %aspointer(ptr %number)
  %n_in = load i64, ptr %context @+INPUTS
  %n_out = load i64, ptr %context @+OUTPUTS
  %ins = load ptr, ptr %context @+IN_RECORDS
  %outs = load ptr, ptr %context @+OUT_RECORDS
  %to_out = getelementptr ptr, ptr %ports, i64 %n_in
  %too_many = icmp ugt i64 %nargs, %n_in
  br i1 %too_many, label %slow, label %default
; --- defaults, then positional arguments over them
default:
  %d = phi i64 [ 0, %0 ], [ %d1, %set_default ]
  %d_more = icmp ult i64 %d, %n_in
  br i1 %d_more, label %set_default, label %positional
set_default:
  %d_byte = mul i64 %d, RECORD
  %d_record = getelementptr i8, ptr %ins, i64 %d_byte
  %d_data = load ptr, ptr %d_record @+PORT_DEFAULT
  %d_port = getelementptr ptr, ptr %ports, i64 %d
  store ptr %d_data, ptr %d_port
  %d_stride = getelementptr i64, ptr %strides, i64 %d
  store i64 0, ptr %d_stride
  %d1 = add i64 %d, 1
  br label %default
positional:
  %p = phi i64 [ 0, %default ], [ %p1, %next_positional ]
  %p_more = icmp ult i64 %p, %nargs
  br i1 %p_more, label %check_positional, label %keywords
check_positional:
  %p_at = getelementptr ptr, ptr %args, i64 %p
  %p_object = load ptr, ptr %p_at
  %p_good = call i1 @input(ptr %p_object, ptr %ins, i64 %p, ptr %ports, ptr %strides, ptr %batch)
  br i1 %p_good, label %next_positional, label %slow
next_positional:
  %p1 = add i64 %p, 1
  br label %positional
; --- keywords: names are compared as objects; one that is equal but another object takes the slow path. Threads: None or 1
keywords:
  %none = icmp eq ptr %kwnames, null
  br i1 %none, label %complete, label %count_keywords
count_keywords:
  %tuplesize = @python:PyTuple_Size
  %n_kw = call i64 %tuplesize(ptr %kwnames)
  %out_name = @python:out
  %threads_name = @python:threads
  %nothing = @python:None
  %alone = @python:1
  br label %keyword
keyword:
  %k = phi i64 [ 0, %count_keywords ], [ %k1, %keyword_done ]
  %out_here = phi ptr [ null, %count_keywords ], [ %out_next, %keyword_done ]
  %k_more = icmp ult i64 %k, %n_kw
  br i1 %k_more, label %read_keyword, label %complete
read_keyword:
  %k_name = call ptr %getitem(ptr %kwnames, i64 %k)
  %k_index = add i64 %nargs, %k
  %k_at = getelementptr ptr, ptr %args, i64 %k_index
  %k_object = load ptr, ptr %k_at
  %k_is_out = icmp eq ptr %k_name, %out_name
  br i1 %k_is_out, label %check_out, label %check_name
check_name:
  %k_is_threads = icmp eq ptr %k_name, %threads_name
  br i1 %k_is_threads, label %check_threads, label %search
check_threads:
  %t_any = icmp eq ptr %k_object, %nothing
  %t_one = icmp eq ptr %k_object, %alone
  %t_good = or i1 %t_any, %t_one
  br i1 %t_good, label %keyword_done, label %slow
check_out:
  %o_good = call i1 @outputs(ptr %k_object, ptr %outs, i64 %n_out, ptr %to_out, ptr %out_count)
  br i1 %o_good, label %keyword_done, label %slow
search:
  %s = phi i64 [ %nargs, %check_name ], [ %s1, %search_next ]
  %s_more = icmp ult i64 %s, %n_in
  br i1 %s_more, label %search_at, label %slow
search_at:
  %s_byte = mul i64 %s, RECORD
  %s_record = getelementptr i8, ptr %ins, i64 %s_byte
  %s_name = load ptr, ptr %s_record @+PORT_NAME
  %s_found = icmp eq ptr %s_name, %k_name
  br i1 %s_found, label %check_keyword, label %search_next
search_next:
  %s1 = add i64 %s, 1
  br label %search
check_keyword:
  %k_good = call i1 @input(ptr %k_object, ptr %ins, i64 %s, ptr %ports, ptr %strides, ptr %batch)
  br i1 %k_good, label %keyword_done, label %slow
keyword_done:
  %out_next = phi ptr [ %k_object, %check_out ], [ %out_here, %check_threads ], [ %out_here, %check_keyword ]
  %k1 = add i64 %k, 1
  br label %keyword
; --- a batch must be compiled for, not empty, and short enough for one thread
complete:
  %given = phi ptr [ null, %keywords ], [ %out_here, %keyword ]
  %is_given = icmp ne ptr %given, null
  %count = load i64, ptr %batch
  %below = sub i64 %count, 1
  %most = load i64, ptr %context @+MOST_STATES
  %short = icmp ult i64 %below, %most
  %kernel = load ptr, ptr %context @+KERNEL
  %is_compiled = icmp ne ptr %kernel, null
  %is_one = icmp eq i64 %count, -1
  %is_single = and i1 %is_one, %is_compiled
  %direct = or i1 %short, %is_single
  br i1 %direct, label %fitting, label %slow
fitting:
  %o_count = load i64, ptr %out_count
  %out_fits = icmp eq i64 %o_count, %count
  %not_given = xor i1 %is_given, true
  %out_good = or i1 %out_fits, %not_given
  br i1 %out_good, label %input, label %slow
; --- every input there? does a given output overlap one of them?
input:
  %i = phi i64 [ 0, %fitting ], [ %i1, %input_good ]
  %i_more = icmp ult i64 %i, %n_in
  br i1 %i_more, label %check_input, label %result
check_input:
  %i_port = getelementptr ptr, ptr %ports, i64 %i
  %i_data = load ptr, ptr %i_port
  %i_missing = icmp eq ptr %i_data, null
  br i1 %i_missing, label %slow, label %input_there
input_there:
  br i1 %is_given, label %overlap, label %input_good
overlap:
  %states = select i1 %is_single, i64 1, i64 %count
  %v_byte = mul i64 %i, RECORD
  %v_record = getelementptr i8, ptr %ins, i64 %v_byte
  %v_bytes = load i64, ptr %v_record @+PORT_BYTES
  %overlaps = call i1 @overlap(ptr %i_data, i64 %v_bytes, i64 %states, ptr %outs, i64 %n_out, ptr %to_out)
  br i1 %overlaps, label %slow, label %input_good
input_good:
  %i1 = add i64 %i, 1
  br label %input
; --- the result: what was given, a new array, or a dictionary of new arrays
result:
  br i1 %is_given, label %into_given, label %new
into_given:
  call void @run(ptr %context, ptr %ports, ptr %strides, i64 %count)
  %incref = @python:Py_IncRef
  call void %incref(ptr %given)
  ret ptr %given
new:
  %single = icmp eq i64 %n_out, 1
  br i1 %single, label %new_array, label %new_dict
new_array:
  %a = call ptr @make(ptr %outs, i64 %count, ptr %to_out)
  %a_failed = icmp eq ptr %a, null
  br i1 %a_failed, label %failed, label %into_array
into_array:
  call void @run(ptr %context, ptr %ports, ptr %strides, i64 %count)
  ret ptr %a
new_dict:
  %dictnew = @python:PyDict_New
  %dict = call ptr %dictnew()
  %dict_failed = icmp eq ptr %dict, null
  br i1 %dict_failed, label %failed, label %item
item:
  %j = phi i64 [ 0, %new_dict ], [ %j1, %item_set ]
  %j_more = icmp ult i64 %j, %n_out
  br i1 %j_more, label %item_make, label %into_dict
item_make:
  %j_byte = mul i64 %j, RECORD
  %j_record = getelementptr i8, ptr %outs, i64 %j_byte
  %j_port = getelementptr ptr, ptr %to_out, i64 %j
  %decref = @python:Py_DecRef
  %j_array = call ptr @make(ptr %j_record, i64 %count, ptr %j_port)
  %j_failed = icmp eq ptr %j_array, null
  br i1 %j_failed, label %drop, label %item_put
item_put:
  %setitem = @python:PyDict_SetItem
  %j_name = load ptr, ptr %j_record @+PORT_NAME
  %status = call i32 %setitem(ptr %dict, ptr %j_name, ptr %j_array)
  call void %decref(ptr %j_array)
  %put = icmp eq i32 %status, 0
  br i1 %put, label %item_set, label %drop
item_set:
  %j1 = add i64 %j, 1
  br label %item
into_dict:
  call void @run(ptr %context, ptr %ports, ptr %strides, i64 %count)
  ret ptr %dict
drop:
  call void %decref(ptr %dict)
  br label %failed
failed:
  ret ptr null
slow:
  %vectorcall = @python:PyObject_Vectorcall
  %function = load ptr, ptr %context @+SLOW
  %answer = call ptr %vectorcall(ptr %function, ptr %args, i64 %nargs, ptr %kwnames)
  ret ptr %answer
}

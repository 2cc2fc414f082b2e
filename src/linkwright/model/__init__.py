"""What a mechanism is: Robot, Body, Joint, Frame, Parameter, Drive; its normal form; its base parameters."""
